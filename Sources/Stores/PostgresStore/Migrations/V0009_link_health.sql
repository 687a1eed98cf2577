-- How destinations did when they were last asked; 'state' is null where that is not known. 'opens' is 1
-- where an app was opened, 'told' the state that webhooks know.
CREATE TABLE keiro.link_health (
  link bigint PRIMARY KEY REFERENCES keiro.links (id) ON DELETE CASCADE,
  looked_at bigint,
  failed_since bigint,
  next_at bigint NOT NULL,
  status smallint,
  opens smallint NOT NULL DEFAULT 0,
  state text COLLATE "C",
  told text COLLATE "C",
  location text COLLATE "C");
CREATE INDEX link_health_due ON keiro.link_health (next_at);
CREATE INDEX link_health_unwell ON keiro.link_health (state, link) WHERE state <> 'ok';
CREATE FUNCTION keiro.begin_link_health() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE keiro.link_health SET state = NULL, status = NULL, location = NULL, looked_at = NULL,
    failed_since = NULL, opens = 0, next_at = 0 WHERE link = OLD.id; RETURN NULL; END $$;
CREATE TRIGGER link_health_begins AFTER UPDATE OF url, archived ON keiro.links FOR EACH ROW
WHEN (OLD.url <> NEW.url OR OLD.archived <> NEW.archived)
EXECUTE FUNCTION keiro.begin_link_health();
-- Webhooks that asked for every event so far are told of these too.
UPDATE keiro.meta SET value = value || ' link.unhealthy link.healthy'
WHERE name = 'told_types' AND value <> '';
