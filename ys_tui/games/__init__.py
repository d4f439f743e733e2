"""What the client shows of each game: `boards` for the screens, `spoken` for who plays line by line."""
