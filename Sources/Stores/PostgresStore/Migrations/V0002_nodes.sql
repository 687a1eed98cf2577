-- 'is_locked' says that the node holds the lock of its name for as long as its connection lives;
-- until 'awaited_until' nodes tell how far they have come as soon as they know.
ALTER TABLE keiro.nodes
  ADD COLUMN is_locked boolean NOT NULL DEFAULT false,
  ADD COLUMN awaited_until timestamptz;
