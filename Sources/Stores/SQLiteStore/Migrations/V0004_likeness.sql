-- 'likeness' has another formula: the store writes all of them anew, and then makes the index again.
DROP INDEX links_by_likeness;
