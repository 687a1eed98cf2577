-- Who may sign in. 'hosts' are separated by spaces, none for every host.
CREATE TABLE people (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  hosts TEXT NOT NULL,
  provider TEXT,
  created_at INTEGER NOT NULL,
  invitation BLOB UNIQUE,
  invitation_expires INTEGER
) STRICT;
CREATE TABLE passkeys (
  credential BLOB NOT NULL PRIMARY KEY,
  person TEXT NOT NULL,
  key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_by_person ON passkeys (person);
ALTER TABLE audit ADD COLUMN person TEXT;
CREATE INDEX audit_by_link ON audit (host, slug, number) WHERE slug IS NOT NULL;

-- For lists of the few links that are archived.
CREATE INDEX links_archived ON links (created_at DESC, id DESC) WHERE archived = 1;
