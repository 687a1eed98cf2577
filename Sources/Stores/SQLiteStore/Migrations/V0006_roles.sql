-- Which links and tokens have changed, numbered without gaps: rows go from the old end alone.
-- 'origin' is the store that made the change; 'kind' is 0 for a link, 1 for everything, 2 for tokens.
CREATE TABLE feed (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  origin INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  host TEXT,
  slug TEXT,
  changed_at INTEGER NOT NULL
) STRICT;
DROP TABLE changes;

-- The last batch of counts that each writer had counted.
CREATE TABLE writers (
  name TEXT NOT NULL PRIMARY KEY,
  sequence INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Clicks of limited links that are taken or reserved; 'created_at' tells lives of a place apart and
-- is 0 for links of the configuration.
CREATE TABLE limits (
  host TEXT NOT NULL,
  slug TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  reserved INTEGER NOT NULL,
  PRIMARY KEY (host, slug, created_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  number INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,
  subject TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  expires INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_subject ON sessions (subject);

-- Events that were not told yet; recording them is on while 'meta' has a row 'records_events'.
CREATE TABLE events (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  host TEXT NOT NULL,
  slug TEXT NOT NULL,
  revision INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  owner TEXT,
  leased_until INTEGER
) STRICT;
