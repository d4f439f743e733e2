"""Everything below the pixels: link, thread, store, keys. No Textual in here."""
