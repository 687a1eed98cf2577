-- 'likeness' has another formula, to which a field at its default adds nothing: the store writes all of
-- them anew, and then makes the index again.
DROP INDEX IF EXISTS links_by_likeness;
