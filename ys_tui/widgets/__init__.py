"""Widgets that know no particular game: regions of drawn lines, the bars, the journal, what every board is."""
