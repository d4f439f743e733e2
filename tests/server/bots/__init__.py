"""The bots: what they choose, how they sit and play on a server, their arena."""
