"""The board of Ys in the terminal: what it draws, what it says, which keys play it."""
