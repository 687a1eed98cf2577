-- Clicks by the day, each dimension with sums of its own. A scope is a counted link, or one of these
-- in place of all links of a host (without a slug) and of all hosts (without a host). A referrer that
-- is told apart has a row from its first click on, with the count 0 until its hour is rolled up.
CREATE TABLE click_days (
  day INTEGER NOT NULL,
  scope INTEGER NOT NULL,
  dimension INTEGER NOT NULL,
  name TEXT NOT NULL,
  bot INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, scope, dimension, name, bot)
) STRICT, WITHOUT ROWID;
-- Clicks by the hour of all links of a host, and of all hosts.
CREATE TABLE click_hours (
  hour INTEGER NOT NULL,
  scope INTEGER NOT NULL,
  bot INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (hour, scope, bot)
) STRICT, WITHOUT ROWID;
-- One row: the clicks of every hour before this one, and of this hour of every link up to this one,
-- are in the sums above; rows of hours before 'kept_hour' are gone or about to go. 'launch_ids' is
-- the number of rows of that table.
CREATE TABLE rollup (
  number INTEGER PRIMARY KEY CHECK (number = 1),
  hour INTEGER,
  link INTEGER NOT NULL,
  kept_hour INTEGER,
  launch_ids INTEGER NOT NULL
) STRICT;
INSERT INTO rollup (number, link, launch_ids) SELECT 1, 0, count(*) FROM launch_ids;

CREATE TABLE launch_days (
  dimension INTEGER NOT NULL,
  day INTEGER NOT NULL,
  app TEXT NOT NULL,
  name TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (dimension, day, app, name)
) STRICT, WITHOUT ROWID;
INSERT INTO launch_days (dimension, day, app, name, count)
  SELECT 0, day, app, event, sum(count) FROM launches GROUP BY day, app, event;
INSERT INTO launch_days (dimension, day, app, name, count)
  SELECT 1, day, app, app_version, sum(count) FROM launches GROUP BY day, app, app_version;
INSERT INTO launch_days (dimension, day, app, name, count)
  SELECT 2, day, app, system_version, sum(count) FROM launches GROUP BY day, app, system_version;
DROP TABLE launches;
