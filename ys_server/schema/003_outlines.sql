-- How a game stood when that was saved last (the packed Outline): a server starts without playing its log again.
ALTER TABLE tables ADD COLUMN outline BLOB;
