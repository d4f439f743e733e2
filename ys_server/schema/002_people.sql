-- What is kept of a table besides its game (the packed Desk), from its opening until nobody needs it. A table
-- with a desk and no row in `tables` has not begun.
CREATE TABLE desks (
  table_id INTEGER PRIMARY KEY,
  desk     BLOB NOT NULL
);

-- What was said at a table, or in the lobby (0), by whom and when: the latest lines.
CREATE TABLE lines (
  id       INTEGER PRIMARY KEY,
  table_id INTEGER NOT NULL,
  said     REAL NOT NULL,
  person   BLOB NOT NULL,
  name     TEXT NOT NULL,
  line     TEXT NOT NULL
);
CREATE INDEX lines_of_table ON lines (table_id, id);

-- The nonces of those who took a seat in a running game: they must never come twice, either.
CREATE TABLE nonces (
  nonce BLOB PRIMARY KEY
) WITHOUT ROWID;

-- What the seats have used of their time (packed), and whether a finished game is listed no longer.
ALTER TABLE tables ADD COLUMN spans BLOB;
ALTER TABLE tables ADD COLUMN cleared INTEGER NOT NULL DEFAULT 0;

-- When an entry was played: a game to which nobody comes any more is found by it.
ALTER TABLE entries ADD COLUMN played REAL;
