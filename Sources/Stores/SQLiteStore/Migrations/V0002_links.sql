-- Fields that are lists and objects stand in 'details' as JSON, null for the most links, which
-- have none. Times are seconds since 1970.
CREATE TABLE links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  revision INTEGER NOT NULL,
  host TEXT NOT NULL,
  slug TEXT NOT NULL,
  url TEXT NOT NULL,
  name TEXT,
  status INTEGER NOT NULL,
  query TEXT NOT NULL,
  skip_page INTEGER NOT NULL,
  not_before INTEGER,
  expires INTEGER,
  expired_url TEXT,
  max_clicks INTEGER,
  archived INTEGER NOT NULL,
  password TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  details TEXT,
  likeness INTEGER NOT NULL,
  UNIQUE (host, slug)
) STRICT;
CREATE INDEX links_by_age ON links (created_at DESC, id DESC);
CREATE INDEX links_by_host_and_age ON links (host, created_at DESC, id DESC);
CREATE INDEX links_by_likeness ON links (likeness);

CREATE TABLE link_tags (
  tag TEXT NOT NULL,
  link INTEGER NOT NULL,
  PRIMARY KEY (tag, link)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_tags_by_link ON link_tags (link);

-- Links of the configuration are counted too, hence a table of their own; 'total' has the clicks
-- of people.
CREATE TABLE counted_links (
  id INTEGER PRIMARY KEY,
  host TEXT NOT NULL,
  slug TEXT NOT NULL,
  total INTEGER NOT NULL,
  UNIQUE (host, slug)
) STRICT;
CREATE TABLE clicks (
  link INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  platform TEXT NOT NULL,
  referrer TEXT NOT NULL,
  outcome TEXT NOT NULL,
  bot INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (link, hour, platform, referrer, outcome, bot)
) STRICT, WITHOUT ROWID;
CREATE INDEX clicks_by_hour ON clicks (hour);
CREATE TABLE launches (
  day INTEGER NOT NULL,
  app TEXT NOT NULL,
  event TEXT NOT NULL,
  app_version TEXT NOT NULL,
  system_version TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, app, event, app_version, system_version)
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  digest BLOB NOT NULL UNIQUE,
  name TEXT,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE TABLE idempotency_keys (
  text TEXT NOT NULL PRIMARY KEY,
  digest BLOB NOT NULL,
  host TEXT NOT NULL,
  slug TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- One row, which grows with every transaction that touches links or tokens.
CREATE TABLE changes (
  number INTEGER PRIMARY KEY CHECK (number = 1),
  counter INTEGER NOT NULL
) STRICT;
INSERT INTO changes (number, counter) VALUES (1, 1);
