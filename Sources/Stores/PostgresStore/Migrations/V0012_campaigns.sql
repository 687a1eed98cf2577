-- The links of each campaign, newest first.
CREATE INDEX links_by_campaign ON keiro.links
  ((details::json -> 'campaign' ->> 'utm_campaign'), created_at DESC, id DESC)
  WHERE (details::json -> 'campaign' ->> 'utm_campaign') IS NOT NULL;
