CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO meta (name, value) VALUES ('created_at', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
