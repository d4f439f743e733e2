"""The tests of Ys; their folders mirror the packages."""
