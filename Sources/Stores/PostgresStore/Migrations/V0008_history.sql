-- Changes of links, each known as a whole. 'undoes' is the change that one takes back.
CREATE TABLE keiro.link_changes (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  changed_at bigint NOT NULL,
  actor_kind text COLLATE "C" NOT NULL,
  actor_id text COLLATE "C",
  actor_name text COLLATE "C",
  undoes bigint);

-- What each change did to a link: 'kind' is 0 for one that was made, 1 for an edit, 2 for a deletion,
-- 'before' leads from the state behind the change back to the one before it. The place is told of
-- deletions alone; of other links it stands in 'links'.
CREATE TABLE keiro.link_versions (
  link bigint NOT NULL,
  number integer NOT NULL,
  change bigint NOT NULL,
  kind smallint NOT NULL,
  revision bigint NOT NULL,
  before text,
  host text COLLATE "C",
  slug text COLLATE "C",
  PRIMARY KEY (link, number));
CREATE INDEX link_versions_by_change ON keiro.link_versions (change, link);
CREATE INDEX link_versions_of_deleted ON keiro.link_versions (host, slug)
  WHERE host IS NOT NULL;

ALTER TABLE keiro.audit ADD COLUMN change bigint;
