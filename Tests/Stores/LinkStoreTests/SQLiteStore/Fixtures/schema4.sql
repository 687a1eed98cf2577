-- A file with schema 4 as the release of that schema wrote it. The rows 'package', 'controls' and
-- 'newer' were changed by hand afterwards: to what other rules have admitted, and what a newer release
-- may write.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES('created_at','2026-11-22T02:11:21Z');
CREATE TABLE links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  revision INTEGER NOT NULL,
  host TEXT NOT NULL,
  slug TEXT NOT NULL,
  url TEXT NOT NULL,
  name TEXT,
  status INTEGER NOT NULL,
  query TEXT NOT NULL,
  skip_page INTEGER NOT NULL,
  not_before INTEGER,
  expires INTEGER,
  expired_url TEXT,
  max_clicks INTEGER,
  archived INTEGER NOT NULL,
  password TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  details TEXT,
  likeness INTEGER NOT NULL,
  UNIQUE (host, slug)
) STRICT;
INSERT INTO links VALUES(1,1,'a.example','everything/x','https://e.example/x?a=b#c','Frühling 🦊 "quoted"',308,'visitor',1,1577836800,2114380800,'https://e.example/over',3,1,'$scrypt$ln=14,r=8,p=1$AAAA$BBBB',1609459200,1609545600,'{"tags":["b","a é"],"apple":{"fallback":"https://e.example/f","ipadFallback":"https://e.example/t","appStoreID":"42","bundleID":"com.e.app","ipadBundleID":"com.e.pad","customScheme":"e+x","minimumVersion":"2.1"},"android":{"fallback":"https://e.example/g","packageName":"com.e.app","minimumVersionCode":7},"desktop":{"fallback":"https://e.example/d"},"social":{"title":"t","description":"two\nlines, \\ \u003cand>","image":"https://e.example/i.png"},"campaign":{"utm_source":"a b","utm_medium":"b","utm_campaign":"c","utm_term":"d","utm_content":"e","gclid":"f","at":"g","ct":"h","mt":"8","pt":"9"},"extra":{"Odd, \"Column\"":"x\ny","b":""}}',-4355832179212217784);
INSERT INTO links VALUES(2,1,'a.example','plain','https://e.example/plain',NULL,302,'merge',0,NULL,NULL,NULL,NULL,0,NULL,1609632000,1609632000,NULL,-1174096612117558902);
INSERT INTO links VALUES(3,1,'a.example','mail','https://e.example/mail',NULL,302,'merge',0,NULL,NULL,NULL,NULL,0,NULL,1609718400,1609718400,'{"apple":{"appStoreID":"12345678901234567890","customScheme":"mailto"}}',-2548021631748521547);
INSERT INTO links VALUES(4,1,'a.example','package','https://e.example/package',NULL,302,'merge',0,NULL,NULL,NULL,0,0,NULL,1609804800,1609804800,'{"android":{"packageName":"com.1e.app-x","minimumVersionCode":-5}}',566334709246642848);
INSERT INTO links VALUES(5,1,'a.example','controls','ftp://e.example/controls','bell',302,'merge',0,NULL,NULL,NULL,NULL,0,NULL,1609891200,1609891200,'{"tags":["x","","y,z","x"],"apple":{"customScheme":"javascript","bundleID":"com e app"},"social":{"title":"longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong"},"extra":{"a":"\u0001","A":"2"}}',5848232351557624475);
INSERT INTO links VALUES(6,1,'a.example','newer','https://e.example/newer',NULL,304,'keep',0,NULL,NULL,NULL,NULL,0,NULL,1609977600,1609977600,'{"tags":["fresh"],"wallet":{"passID":"p"},"apple":{"liveActivity":true,"bundleID":"com.e.app"},"pinned":true,"weights":[1,2]}',1993188614983587122);
INSERT INTO links VALUES(7,1,'a.example','tags','https://e.example/tags',NULL,302,'merge',0,NULL,NULL,NULL,NULL,0,NULL,1610064000,1610064000,'{"tags":["tag 0","tag 1","tag 2","tag 3","tag 4","tag 5","tag 6","tag 7","tag 8","tag 9","tag 10","tag 11","tag 12","tag 13","tag 14","tag 15","tag 16","tag 17","tag 18","tag 19","tag 20","tag 21","tag 22","tag 23","tag 24","tag 25","tag 26","tag 27","tag 28","tag 29","tag 30","tag 31","tag 32","tag 33","tag 34","tag 35","tag 36","tag 37","tag 38","tag 39"]}',2764222236140466017);
INSERT INTO links VALUES(8,1,'a.example','added','https://e.example/added',NULL,302,'merge',0,NULL,NULL,NULL,NULL,0,NULL,1795313481,1795313481,'{"tags":["t"],"android":{"minimumVersionCode":9}}',1288147483565071473);
CREATE TABLE link_tags (
  tag TEXT NOT NULL,
  link INTEGER NOT NULL,
  PRIMARY KEY (tag, link)
) STRICT, WITHOUT ROWID;
INSERT INTO link_tags VALUES('a é',1);
INSERT INTO link_tags VALUES('b',1);
INSERT INTO link_tags VALUES('x',5);
INSERT INTO link_tags VALUES('y,z',5);
INSERT INTO link_tags VALUES('fresh',6);
INSERT INTO link_tags VALUES('tag 0',7);
INSERT INTO link_tags VALUES('tag 1',7);
INSERT INTO link_tags VALUES('tag 10',7);
INSERT INTO link_tags VALUES('tag 11',7);
INSERT INTO link_tags VALUES('tag 12',7);
INSERT INTO link_tags VALUES('tag 13',7);
INSERT INTO link_tags VALUES('tag 14',7);
INSERT INTO link_tags VALUES('tag 15',7);
INSERT INTO link_tags VALUES('tag 16',7);
INSERT INTO link_tags VALUES('tag 17',7);
INSERT INTO link_tags VALUES('tag 18',7);
INSERT INTO link_tags VALUES('tag 19',7);
INSERT INTO link_tags VALUES('tag 2',7);
INSERT INTO link_tags VALUES('tag 20',7);
INSERT INTO link_tags VALUES('tag 21',7);
INSERT INTO link_tags VALUES('tag 22',7);
INSERT INTO link_tags VALUES('tag 23',7);
INSERT INTO link_tags VALUES('tag 24',7);
INSERT INTO link_tags VALUES('tag 25',7);
INSERT INTO link_tags VALUES('tag 26',7);
INSERT INTO link_tags VALUES('tag 27',7);
INSERT INTO link_tags VALUES('tag 28',7);
INSERT INTO link_tags VALUES('tag 29',7);
INSERT INTO link_tags VALUES('tag 3',7);
INSERT INTO link_tags VALUES('tag 30',7);
INSERT INTO link_tags VALUES('tag 31',7);
INSERT INTO link_tags VALUES('tag 32',7);
INSERT INTO link_tags VALUES('tag 33',7);
INSERT INTO link_tags VALUES('tag 34',7);
INSERT INTO link_tags VALUES('tag 35',7);
INSERT INTO link_tags VALUES('tag 36',7);
INSERT INTO link_tags VALUES('tag 37',7);
INSERT INTO link_tags VALUES('tag 38',7);
INSERT INTO link_tags VALUES('tag 39',7);
INSERT INTO link_tags VALUES('tag 4',7);
INSERT INTO link_tags VALUES('tag 5',7);
INSERT INTO link_tags VALUES('tag 6',7);
INSERT INTO link_tags VALUES('tag 7',7);
INSERT INTO link_tags VALUES('tag 8',7);
INSERT INTO link_tags VALUES('tag 9',7);
INSERT INTO link_tags VALUES('t',8);
CREATE TABLE counted_links (
  id INTEGER PRIMARY KEY,
  host TEXT NOT NULL,
  slug TEXT NOT NULL,
  total INTEGER NOT NULL,
  UNIQUE (host, slug)
) STRICT;
CREATE TABLE clicks (
  link INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  platform TEXT NOT NULL,
  referrer TEXT NOT NULL,
  outcome TEXT NOT NULL,
  bot INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (link, hour, platform, referrer, outcome, bot)
) STRICT, WITHOUT ROWID;
CREATE TABLE launches (
  day INTEGER NOT NULL,
  app TEXT NOT NULL,
  event TEXT NOT NULL,
  app_version TEXT NOT NULL,
  system_version TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, app, event, app_version, system_version)
) STRICT, WITHOUT ROWID;
CREATE TABLE tokens (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  digest BLOB NOT NULL UNIQUE,
  name TEXT,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE TABLE idempotency_keys (
  text TEXT NOT NULL PRIMARY KEY,
  digest BLOB NOT NULL,
  host TEXT NOT NULL,
  slug TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE changes (
  number INTEGER PRIMARY KEY CHECK (number = 1),
  counter INTEGER NOT NULL
) STRICT;
INSERT INTO changes VALUES(1,3);
CREATE TABLE launch_ids (
  id TEXT NOT NULL PRIMARY KEY,
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('links',8);
CREATE INDEX links_by_age ON links (created_at DESC, id DESC);
CREATE INDEX links_by_host_and_age ON links (host, created_at DESC, id DESC);
CREATE INDEX link_tags_by_link ON link_tags (link);
CREATE INDEX clicks_by_hour ON clicks (hour);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
CREATE INDEX launch_ids_by_age ON launch_ids (seen_at);
CREATE INDEX links_by_likeness ON links (likeness);
COMMIT;
PRAGMA application_id = 1262831954;
PRAGMA user_version = 4;
