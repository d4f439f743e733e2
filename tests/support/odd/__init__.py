"""Bots that do what a bot must not, as further levels of Ys: in a server, its crew and their processes."""
