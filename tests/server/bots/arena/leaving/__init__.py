"""Leaving: the course of a game that is branched, the policies, the figures."""
