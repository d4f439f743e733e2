"""The bots: a process of its own that speaks the public protocol, and the arena where they play each other."""
