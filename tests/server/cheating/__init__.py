"""Dishonest clients over real sockets: every cheat ends in a refusal that nobody else sees, or in R52c."""
