"""What both sides must agree on: pure, without I/O, clock or chance of its own."""

VERSION = 1
"""Revision of the conversation in `messages`; client and server must have the same."""
