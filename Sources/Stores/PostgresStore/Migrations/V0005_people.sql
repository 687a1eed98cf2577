-- Who may sign in. 'hosts' are separated by spaces, none for every host.
CREATE TABLE keiro.people (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  name text COLLATE "C" NOT NULL UNIQUE,
  role text COLLATE "C" NOT NULL,
  hosts text COLLATE "C" NOT NULL,
  provider text COLLATE "C",
  created_at bigint NOT NULL,
  invitation bytea UNIQUE,
  invitation_expires bigint);
CREATE TABLE keiro.passkeys (
  credential bytea PRIMARY KEY,
  person text COLLATE "C" NOT NULL,
  key bytea NOT NULL,
  counter bigint NOT NULL,
  created_at bigint NOT NULL,
  used_at bigint);
CREATE INDEX passkeys_by_person ON keiro.passkeys (person);
ALTER TABLE keiro.audit ADD COLUMN person text COLLATE "C";
CREATE INDEX audit_by_link ON keiro.audit (host, slug, number) WHERE slug IS NOT NULL;

-- For lists of the few links that are archived.
CREATE INDEX links_archived ON keiro.links (created_at DESC, id DESC) WHERE archived = 1;
