"""Tests of the games: what holds for all of them, and one package for each."""
