-- A number of a link is given once: clicks in the log that belong to none have gone with their link.
CREATE TABLE numbered_links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  host TEXT NOT NULL,
  slug TEXT NOT NULL,
  total INTEGER NOT NULL,
  UNIQUE (host, slug)
) STRICT;
INSERT INTO numbered_links (id, host, slug, total)
  SELECT id, host, slug, total FROM counted_links ORDER BY id;
DROP TABLE counted_links;
ALTER TABLE numbered_links RENAME TO counted_links;

-- Clicks on their way into the tables: the rows of a batch by the last of the links that are in each,
-- as numbers of 'counted_links'. Links up to 'link' are in the tables, of the batches up to 'merging'.
CREATE TABLE click_log (
  batch INTEGER NOT NULL,
  last_link INTEGER NOT NULL,
  clicks BLOB NOT NULL,
  PRIMARY KEY (batch, last_link)
) STRICT, WITHOUT ROWID;
-- One row. 'batches' and 'bytes' are those behind 'merging', 'since' is when the first of them came;
-- 'forgotten' grows with every link that is forgotten.
CREATE TABLE click_log_state (
  number INTEGER PRIMARY KEY CHECK (number = 1),
  next_batch INTEGER NOT NULL,
  batches INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  since INTEGER,
  merging INTEGER,
  link INTEGER NOT NULL,
  forgotten INTEGER NOT NULL
) STRICT;
INSERT INTO click_log_state (number, next_batch, batches, bytes, link, forgotten)
  VALUES (1, 1, 0, 0, 0, 0);
