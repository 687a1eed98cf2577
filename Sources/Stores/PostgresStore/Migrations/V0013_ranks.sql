-- The order of links by their clicks: 'imported' has those that a link brought from another service.
-- An index by the clicks themselves would be written at every batch, one by 'level' hardly ever:
-- sixteen levels are a factor of e. Links of one level are sorted as they are read.
CREATE FUNCTION keiro.click_level(clicks double precision) RETURNS integer LANGUAGE sql
IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE WHEN clicks >= 1 THEN floor(16 * ln(clicks))::integer ELSE -1 END $$;
ALTER TABLE keiro.totals ADD COLUMN imported bigint NOT NULL DEFAULT 0,
  ADD COLUMN level integer GENERATED ALWAYS AS (
    keiro.click_level(total::double precision + imported::double precision)) STORED;
CREATE FUNCTION keiro.take_imported_clicks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO keiro.counted (host, slug) VALUES (NEW.host, NEW.slug)
    ON CONFLICT DO NOTHING; INSERT INTO keiro.totals AS t (scope, total, imported)
    SELECT id, 0, coalesce((NEW.details::json ->> 'importedClicks')::bigint, 0)
    FROM keiro.counted WHERE host = NEW.host AND slug = NEW.slug
    ON CONFLICT (scope) DO UPDATE SET imported = excluded.imported; RETURN NULL; END $$;
CREATE TRIGGER imported_clicks_come AFTER INSERT ON keiro.links FOR EACH ROW
WHEN (NEW.details LIKE '%"importedClicks"%')
EXECUTE FUNCTION keiro.take_imported_clicks();
CREATE TRIGGER imported_clicks_change AFTER UPDATE OF details ON keiro.links FOR EACH ROW
WHEN (OLD.details IS DISTINCT FROM NEW.details AND (OLD.details LIKE '%"importedClicks"%'
  OR NEW.details LIKE '%"importedClicks"%'))
EXECUTE FUNCTION keiro.take_imported_clicks();
INSERT INTO keiro.counted (host, slug)
  SELECT host, slug FROM keiro.links WHERE details LIKE '%"importedClicks"%'
  ON CONFLICT DO NOTHING;
INSERT INTO keiro.totals AS t (scope, total, imported)
  SELECT counted.id, 0, coalesce((details::json ->> 'importedClicks')::bigint, 0)
  FROM keiro.links JOIN keiro.counted USING (host, slug)
  WHERE details LIKE '%"importedClicks"%' ORDER BY 1
  ON CONFLICT (scope) DO UPDATE SET imported = excluded.imported;
CREATE INDEX totals_by_level ON keiro.totals (level DESC, scope DESC) WHERE level >= 0;
