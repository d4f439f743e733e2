"""The server: lobby, tables and their log; a relay that holds only seals."""
