"""The arena: bots against bots, through the real match with sealing and signatures, repeatable by a seed."""
