-- Addresses that lead nowhere, with the number of requests for each on a day.
CREATE TABLE keiro.unknown_addresses (
  day bigint NOT NULL,
  host text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (day, host, path));
