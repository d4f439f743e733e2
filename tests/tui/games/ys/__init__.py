"""Tests of the board of Ys in the terminal."""
