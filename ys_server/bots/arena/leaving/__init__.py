"""What a seat that leaves (R52c) does to a game, measured against the same game with the seat staying."""
