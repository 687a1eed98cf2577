-- Addresses that lead nowhere, with the number of requests for each on a day.
CREATE TABLE unknown_addresses (
  day INTEGER NOT NULL,
  host TEXT NOT NULL,
  path TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, host, path)
) STRICT, WITHOUT ROWID;
