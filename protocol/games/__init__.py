"""The games that can be played, one line each."""
