-- Links that were deleted: their clicks stay in the sums, under their own tags and campaign. Once the
-- bin is emptied nothing but these is left of a link, and 'emptied_at' says when. The slug is that of
-- the row in 'counted_links' with the clicks: '/' and the number of the link where another link has
-- taken the slug, or where the bin was emptied. No slug begins so. 'successor' is the link as
-- which one came back, 'origin' names the link in the store from which one was copied.
CREATE TABLE former_links (
  link INTEGER PRIMARY KEY,
  host TEXT NOT NULL,
  slug TEXT NOT NULL,
  details TEXT,
  deleted_at INTEGER NOT NULL,
  emptied_at INTEGER,
  successor INTEGER,
  origin TEXT UNIQUE,
  UNIQUE (host, slug)
) STRICT;
CREATE INDEX former_links_in_bin ON former_links (deleted_at, link) WHERE emptied_at IS NULL;
INSERT OR IGNORE INTO former_links (link, host, slug, deleted_at)
  SELECT link, host, slug, changed_at FROM link_versions AS v
  JOIN link_changes AS c ON c.number = v.change WHERE kind = 2 AND host IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM links AS l WHERE l.host = v.host AND l.slug = v.slug)
  AND NOT EXISTS (SELECT 1 FROM link_versions AS n
    WHERE n.host = v.host AND n.slug = v.slug AND n.number > v.number);
-- Remembered numbers of links are no longer valid when their clicks are.
CREATE TRIGGER counts_moved AFTER UPDATE OF slug ON counted_links BEGIN
  UPDATE click_log_state SET forgotten = forgotten + 1;
END;

CREATE INDEX link_tags_folded ON link_tags (tag COLLATE NOCASE, link);
