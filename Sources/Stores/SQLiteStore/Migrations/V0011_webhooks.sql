-- Events that were not routed to webhooks yet. 'meta' has the types that are recorded as
-- 'told_types', separated by spaces; 'data' is JSON.
DROP TABLE events;
DELETE FROM meta WHERE name = 'records_events';
CREATE TABLE events (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  host TEXT,
  happened_at INTEGER NOT NULL,
  data TEXT NOT NULL,
  owner TEXT,
  leased_until INTEGER
) STRICT;

-- Sums of clicks (kind 0, by host and slug) and launches (kind 1, by app and event) since they were
-- told last.
CREATE TABLE event_sums (
  kind INTEGER NOT NULL,
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (kind, owner, name)
) STRICT, WITHOUT ROWID;

-- 'used_up' is the limit that was reached, 'told' the one that was told.
ALTER TABLE limits ADD COLUMN used_up INTEGER;
ALTER TABLE limits ADD COLUMN told INTEGER;
CREATE INDEX limits_to_be_told ON limits (host, slug) WHERE used_up IS NOT told;
CREATE INDEX links_by_end ON links (expires, id) WHERE expires IS NOT NULL;

-- 'document' is JSON.
CREATE TABLE webhooks (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  revision INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;

-- 'state' is 0 for pending, 1 for delivered, 2 for failed; 'attempts' is JSON.
CREATE TABLE deliveries (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook TEXT NOT NULL,
  message TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  happened_at INTEGER NOT NULL,
  state INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  attempts TEXT NOT NULL,
  owner TEXT,
  leased_until INTEGER
) STRICT;
CREATE INDEX deliveries_by_webhook ON deliveries (webhook, number);
CREATE INDEX deliveries_due ON deliveries (webhook, next_at) WHERE state = 0;
CREATE INDEX deliveries_by_age ON deliveries (happened_at);
