"""Tests of what both sides agree on."""
