"""Tests of the widgets that know no game."""
