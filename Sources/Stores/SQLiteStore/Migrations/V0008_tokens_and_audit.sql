-- 'hosts' are separated by spaces, none for every host.
ALTER TABLE tokens ADD COLUMN hosts TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN expires INTEGER;
ALTER TABLE tokens ADD COLUMN used_at INTEGER;

-- Who has changed what. Columns that an action has no use for are null; 'fields' are separated by
-- spaces.
CREATE TABLE audit (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  changed_at INTEGER NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id TEXT,
  actor_name TEXT,
  action TEXT NOT NULL,
  host TEXT,
  slug TEXT,
  revision INTEGER,
  token TEXT,
  fields TEXT,
  created INTEGER,
  updated INTEGER
) STRICT;
