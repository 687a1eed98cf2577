-- The deletions of the last days, newest first.
CREATE INDEX link_changes_by_time ON link_changes (changed_at, number);
CREATE INDEX link_versions_of_bin ON link_versions (change, link) WHERE host IS NOT NULL;
