-- The browser and system at the sign-in, and the names that tell passkeys apart; null where not known.
ALTER TABLE sessions ADD COLUMN device TEXT;
ALTER TABLE passkeys ADD COLUMN name TEXT;
