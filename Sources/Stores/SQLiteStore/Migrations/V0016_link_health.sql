-- How destinations did when they were last asked; 'state' is null where that is not known. 'opens' is 1
-- where an app was opened, 'told' the state that webhooks know.
CREATE TABLE link_health (
  link INTEGER PRIMARY KEY,
  state TEXT,
  status INTEGER,
  location TEXT,
  looked_at INTEGER,
  failed_since INTEGER,
  opens INTEGER NOT NULL DEFAULT 0,
  told TEXT,
  next_at INTEGER NOT NULL
) STRICT;
CREATE INDEX link_health_due ON link_health (next_at);
CREATE INDEX link_health_unwell ON link_health (state, link) WHERE state <> 'ok';
CREATE TRIGGER link_health_ends AFTER DELETE ON links BEGIN
  DELETE FROM link_health WHERE link = OLD.id;
END;
CREATE TRIGGER link_health_begins AFTER UPDATE OF url, archived ON links
WHEN OLD.url <> NEW.url OR OLD.archived <> NEW.archived BEGIN
  UPDATE link_health SET state = NULL, status = NULL, location = NULL, looked_at = NULL,
    failed_since = NULL, opens = 0, next_at = 0 WHERE link = OLD.id;
END;

-- Webhooks that asked for every event so far are told of these too.
UPDATE meta SET value = value || ' link.unhealthy link.healthy'
WHERE name = 'told_types' AND value <> '';
