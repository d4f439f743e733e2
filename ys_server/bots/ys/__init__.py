"""How bots play Ys."""
