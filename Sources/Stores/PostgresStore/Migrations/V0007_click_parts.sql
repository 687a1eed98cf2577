-- What clicks have in common that count together, each with a number. 'used_on' is a day on which
-- somebody asked for the number; one that nobody asks for is forgotten long after its last hour.
CREATE TABLE keiro.click_kinds (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  platform text COLLATE "C" NOT NULL,
  referrer text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  bot boolean NOT NULL,
  used_on date NOT NULL DEFAULT current_date,
  UNIQUE (platform, referrer, outcome, bot)) WITH (fillfactor = 80);

-- Clicks by the hour, a part for each day that housekeeping makes ahead and drops whole; hours of
-- other days lie in the rest. Programs of the release before go on with 'clicks', which is read as
-- well and empties with time.
CREATE TABLE keiro.click_counts (
  link bigint NOT NULL,
  count bigint NOT NULL,
  hour integer NOT NULL,
  kind integer NOT NULL,
  PRIMARY KEY (link, hour, kind)) PARTITION BY RANGE (hour);
CREATE TABLE keiro.click_counts_rest PARTITION OF keiro.click_counts DEFAULT WITH (fillfactor = 80);
