-- What nodes share beside links: certificates that one of them has ordered, and who orders.
CREATE TABLE keiro.shared_values (name text PRIMARY KEY, value bytea NOT NULL);
CREATE TABLE keiro.leases (
  name text PRIMARY KEY, owner text NOT NULL, ends_at timestamptz NOT NULL);
