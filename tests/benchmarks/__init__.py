"""Measurements against a yardstick in the same run; each prints one line of JSON. None of them is a test."""
