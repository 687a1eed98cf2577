-- Links that wait for a code, of which only the digest is kept.
CREATE TABLE claims (
  digest BLOB NOT NULL PRIMARY KEY,
  host TEXT NOT NULL,
  slug TEXT NOT NULL,
  query TEXT NOT NULL,
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX claims_by_end ON claims (expires);
