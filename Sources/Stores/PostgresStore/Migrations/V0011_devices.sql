-- The browser and system at the sign-in, and the names that tell passkeys apart; null where not known.
ALTER TABLE keiro.sessions ADD COLUMN device text COLLATE "C";
ALTER TABLE keiro.passkeys ADD COLUMN name text COLLATE "C";
