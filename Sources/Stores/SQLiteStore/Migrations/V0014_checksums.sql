-- Of the fields and the revision of a link; null for one that was written before.
ALTER TABLE links ADD COLUMN checksum INTEGER;
