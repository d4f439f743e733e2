"""What both sides must agree on: pure, without I/O, clock or chance of its own."""

VERSION = 2
"""Revision of the conversation in `messages`; client and server must have the same."""

PORT = 4747
"""Where a server listens, and a client looks for it, unless it is told otherwise."""
