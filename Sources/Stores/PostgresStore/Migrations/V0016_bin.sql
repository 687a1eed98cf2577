-- Links that were deleted: their clicks stay in the sums, under their own tags and campaign. Once the
-- bin is emptied nothing but these is left of a link, and 'emptied_at' says when. The slug is that of
-- the row in 'counted' with the clicks: '/' and the number of the link where another link has taken
-- the slug, or where the bin was emptied. No slug begins so. 'successor' is the link as
-- which one came back, 'origin' names the link in the store from which one was copied.
CREATE TABLE keiro.former_links (
  link bigint PRIMARY KEY,
  deleted_at bigint NOT NULL,
  emptied_at bigint,
  successor bigint,
  host text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  details text COLLATE "C",
  origin text COLLATE "C" UNIQUE,
  UNIQUE (host, slug));
CREATE INDEX former_links_in_bin ON keiro.former_links (deleted_at, link)
  WHERE emptied_at IS NULL;
INSERT INTO keiro.former_links (link, host, slug, deleted_at)
  SELECT link, host, slug, changed_at FROM keiro.link_versions AS v
  JOIN keiro.link_changes AS c ON c.number = v.change WHERE kind = 2 AND host IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM keiro.links AS l WHERE l.host = v.host AND l.slug = v.slug)
  AND NOT EXISTS (SELECT 1 FROM keiro.link_versions AS n
    WHERE n.host = v.host AND n.slug = v.slug AND n.number > v.number)
  ON CONFLICT DO NOTHING;
-- Grows when the clicks of a link move to another row of 'counted': remembered numbers are no longer
-- valid then.
INSERT INTO keiro.meta (name, value) VALUES ('moved_counts', '0') ON CONFLICT DO NOTHING;
CREATE FUNCTION keiro.note_moved_counts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE keiro.meta SET value = (value::bigint + 1)::text
  WHERE name = 'moved_counts'; RETURN NULL; END $$;
CREATE TRIGGER counts_moved AFTER UPDATE OF slug ON keiro.counted
FOR EACH STATEMENT EXECUTE FUNCTION keiro.note_moved_counts();

CREATE FUNCTION keiro.folded(tags text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT array_agg(lower(tag COLLATE "C")) FROM unnest(tags) AS t (tag) $$;
CREATE INDEX links_by_folded_tag ON keiro.links USING gin (keiro.folded(tags))
  WHERE tags IS NOT NULL;
DROP INDEX keiro.links_by_tag;
