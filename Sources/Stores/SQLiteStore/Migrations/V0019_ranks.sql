-- The order of links by their clicks: 'imported' has those that a link brought from another service.
ALTER TABLE counted_links ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
ALTER TABLE counted_links ADD COLUMN rank INTEGER AS (total + imported) VIRTUAL;
INSERT INTO counted_links (host, slug, total, imported)
  SELECT host, slug, 0, CAST(details ->> '$.importedClicks' AS INTEGER) FROM links
  WHERE details LIKE '%"importedClicks"%' AND CASE WHEN json_valid(details)
    THEN details ->> '$.importedClicks' > 0 END
  ON CONFLICT (host, slug) DO UPDATE SET imported = excluded.imported;
CREATE INDEX counted_links_by_rank ON counted_links (rank DESC, id DESC)
  WHERE rank > 0 AND slug <> '';
CREATE TRIGGER imported_clicks_come AFTER INSERT ON links
WHEN NEW.details LIKE '%"importedClicks"%' BEGIN
  INSERT INTO counted_links (host, slug, total, imported)
    SELECT NEW.host, NEW.slug, 0, CAST(NEW.details ->> '$.importedClicks' AS INTEGER)
    WHERE CASE WHEN json_valid(NEW.details) THEN NEW.details ->> '$.importedClicks' > 0 END
    ON CONFLICT (host, slug) DO UPDATE SET imported = excluded.imported;
END;
CREATE TRIGGER imported_clicks_change AFTER UPDATE OF details ON links
WHEN OLD.details IS NOT NEW.details AND (OLD.details LIKE '%"importedClicks"%'
  OR NEW.details LIKE '%"importedClicks"%') BEGIN
  INSERT INTO counted_links (host, slug, total, imported)
    SELECT NEW.host, NEW.slug, 0, coalesce(CASE WHEN json_valid(NEW.details)
      THEN CAST(NEW.details ->> '$.importedClicks' AS INTEGER) END, 0)
    WHERE true
    ON CONFLICT (host, slug) DO UPDATE SET imported = excluded.imported;
END;
