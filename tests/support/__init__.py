"""What tests say in the words of the domain: a toy game, tables that play themselves."""
