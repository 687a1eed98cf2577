-- What tokens make that apps carry: links in an hour for each household, and the seconds that a link lives.
-- 'audit_entry' is the entry that counts the links of the last hour in which there were any.
ALTER TABLE keiro.tokens ADD COLUMN per_hour bigint, ADD COLUMN lifetime bigint,
  ADD COLUMN audit_entry bigint;
