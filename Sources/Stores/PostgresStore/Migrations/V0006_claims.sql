-- Links that wait for a code, of which only the digest is kept.
CREATE TABLE keiro.claims (
  digest bytea PRIMARY KEY,
  host text COLLATE "C" NOT NULL,
  slug text COLLATE "C" NOT NULL,
  query text COLLATE "C" NOT NULL,
  expires bigint NOT NULL);
CREATE INDEX claims_by_end ON keiro.claims (expires);
