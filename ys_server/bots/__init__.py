"""The bots: a process of its own that speaks the public protocol, and their arena."""
