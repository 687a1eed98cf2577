-- Changes of links, each known as a whole. 'undoes' is the change that one takes back.
CREATE TABLE link_changes (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  changed_at INTEGER NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id TEXT,
  actor_name TEXT,
  undoes INTEGER
) STRICT;

-- What each change did to a link: 'kind' is 0 for one that was made, 1 for an edit, 2 for a deletion,
-- 'before' leads from the state behind the change back to the one before it. The place is told of
-- deletions alone; of other links it stands in 'links'.
CREATE TABLE link_versions (
  link INTEGER NOT NULL,
  number INTEGER NOT NULL,
  change INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  before TEXT,
  host TEXT,
  slug TEXT,
  PRIMARY KEY (link, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_versions_by_change ON link_versions (change);
CREATE INDEX link_versions_of_deleted ON link_versions (host, slug) WHERE host IS NOT NULL;

ALTER TABLE audit ADD COLUMN change INTEGER;
