"""Widgets that know no particular game: drawn regions, the bars, the journal, what a board is."""
