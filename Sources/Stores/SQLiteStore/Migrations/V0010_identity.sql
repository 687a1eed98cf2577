-- Tells these counts from those of every other store.
INSERT INTO meta (name, value) VALUES ('identity', lower(hex(randomblob(16))));
