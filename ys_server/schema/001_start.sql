-- What a server keeps. Numbered steps are only added, never edited: an old file is brought up step by step.

-- The server's own secret ("identity", 32 bytes) and the last number given to a table ("last-table").
CREATE TABLE server (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE people (
  key  BLOB PRIMARY KEY,
  name TEXT NOT NULL
) WITHOUT ROWID;

-- One row per game that has begun; setup is the packed Setup, which names everything else.
CREATE TABLE tables (
  id       INTEGER PRIMARY KEY,
  setup    BLOB NOT NULL,
  title    TEXT NOT NULL,
  host     BLOB NOT NULL,
  created  REAL NOT NULL,
  finished REAL
);

-- Who sits where, and the nonces that must never come twice.
CREATE TABLE seats (
  table_id INTEGER NOT NULL REFERENCES tables (id),
  seat     INTEGER NOT NULL,
  person   BLOB NOT NULL,
  nonce    BLOB NOT NULL,
  PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;

CREATE TABLE entries (
  table_id INTEGER NOT NULL REFERENCES tables (id),
  n        INTEGER NOT NULL,
  entry    BLOB NOT NULL,
  PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
