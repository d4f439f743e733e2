"""The server, tested; the folders mirror its packages."""
