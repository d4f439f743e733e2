"""`ys --plain`."""
