"""Tests of the rules of Ys."""
