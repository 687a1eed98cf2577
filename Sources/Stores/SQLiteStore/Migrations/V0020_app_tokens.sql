-- What tokens make that apps carry: links in an hour for each household, and the seconds that a link lives.
-- 'audit_entry' is the entry that counts the links of the last hour in which there were any.
ALTER TABLE tokens ADD COLUMN per_hour INTEGER;
ALTER TABLE tokens ADD COLUMN lifetime INTEGER;
ALTER TABLE tokens ADD COLUMN audit_entry INTEGER;
