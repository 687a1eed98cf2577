-- Events that were not routed to webhooks yet. 'meta' has the types that are recorded as
-- 'told_types', separated by spaces; 'data' is JSON. Columns of the first schema stay empty.
ALTER TABLE keiro.events ALTER COLUMN kind DROP NOT NULL, ALTER COLUMN host DROP NOT NULL,
  ALTER COLUMN slug DROP NOT NULL, ALTER COLUMN revision DROP NOT NULL,
  ADD COLUMN type text COLLATE "C", ADD COLUMN data text COLLATE "C";
DELETE FROM keiro.meta WHERE name = 'records_events';
CREATE INDEX events_open ON keiro.events (number) WHERE type IS NOT NULL;

-- Sums of clicks (kind 0, by host and slug) and launches (kind 1, by app and event) since they were
-- told last.
CREATE TABLE keiro.event_sums (
  kind bigint NOT NULL,
  owner text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (kind, owner, name)) WITH (fillfactor = 70);

-- 'used_up' is the limit that was reached, 'told' the one that was told.
ALTER TABLE keiro.limits ADD COLUMN used_up bigint, ADD COLUMN told bigint;
CREATE INDEX limits_to_be_told ON keiro.limits (host, slug) WHERE used_up IS DISTINCT FROM told;
CREATE INDEX links_by_end ON keiro.links (expires, id) WHERE expires IS NOT NULL;

-- 'document' is JSON.
CREATE TABLE keiro.webhooks (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  revision bigint NOT NULL,
  document text COLLATE "C" NOT NULL);

-- 'state' is 0 for pending, 1 for delivered, 2 for failed; 'attempts' is JSON.
CREATE TABLE keiro.deliveries (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook text COLLATE "C" NOT NULL,
  message text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  body text COLLATE "C" NOT NULL,
  happened_at bigint NOT NULL,
  state bigint NOT NULL,
  next_at bigint NOT NULL,
  tries bigint NOT NULL,
  attempts text COLLATE "C" NOT NULL,
  owner text COLLATE "C",
  leased_until bigint);
CREATE INDEX deliveries_by_webhook ON keiro.deliveries (webhook, number);
CREATE INDEX deliveries_due ON keiro.deliveries (webhook, next_at) WHERE state = 0;
CREATE INDEX deliveries_by_age ON keiro.deliveries (happened_at);
