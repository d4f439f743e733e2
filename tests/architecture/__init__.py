"""Tests of the code's own shape."""
