"""The arena: games, figures, command."""
