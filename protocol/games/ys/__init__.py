"""The board game Ys (Cyril Demaegd, 2004): `game` holds the way in, `rules.md` the rules in words."""
