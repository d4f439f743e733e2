"""The client below the pixels: store, tables, keyring, link, thread."""
