"""`ys --plain`: the whole game line by line on standard input and output. No Textual in here."""
