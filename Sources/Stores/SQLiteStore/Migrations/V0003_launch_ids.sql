-- The launches that were counted lately: whoever repeats a report counts nothing twice.
CREATE TABLE launch_ids (
  id TEXT NOT NULL PRIMARY KEY,
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX launch_ids_by_age ON launch_ids (seen_at);
