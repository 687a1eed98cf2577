import LinkStorage
import Links

/// The reserved clicks of limited links, inside a transaction.
struct LimitTable {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  /// - Returns: the answers in the order of the wishes.
  func reserve(_ wishes: [ReservationQueue.Wish]) throws(PostgresFailure) -> [Reservation] {
    let lives = Set(wishes.map(\.life)).sorted { one, other in
      one.key == other.key ? one.number < other.number : one.key.isBefore(other.key)
    }
    let keys: [PostgresValue] = [
      .texts(lives.map(\.key.host)), .texts(lives.map(\.key.slug)), .ints(lives.map(\.number)),
    ]
    // New rows begin with the number of clicks counted, and are removed unless a click is granted.
    let new = Set(
      try connection.rows(
        "INSERT INTO keiro.limits (host, slug, created_at, reserved) "
          + "SELECT w.host, w.slug, w.created_at, coalesce(t.total, 0) "
          + "FROM unnest($1, $2, $3) AS w (host, slug, created_at) "
          + "LEFT JOIN keiro.counted c ON c.host = w.host AND c.slug = w.slug "
          + "LEFT JOIN keiro.totals t ON t.scope = c.id "
          + "ORDER BY w.host COLLATE \"C\", w.slug COLLATE \"C\", w.created_at ON CONFLICT DO NOTHING "
          + "RETURNING host, slug, created_at", keys, life))
    var reserved: [Life: Int] = [:]
    let rows = try connection.rows(
      "SELECT l.host, l.slug, l.created_at, l.reserved FROM keiro.limits l "
        + "JOIN unnest($1, $2, $3) AS w (host, slug, created_at) "
        + "ON l.host = w.host AND l.slug = w.slug AND l.created_at = w.created_at "
        + "ORDER BY 1, 2, 3 FOR UPDATE OF l", keys
    ) { row in (life(row), row.int(3)) }
    for (life, count) in rows { reserved[life] = count }
    var granted: Set<Life> = []
    var usedUp: [Life: Int] = [:]
    let answers = wishes.map { wish in
      let life = Life(key: wish.life.key, number: wish.life.number)
      let answer = Reservation(
        wanted: wish.wanted, reserved: reserved[life] ?? 0, limit: wish.limit)
      reserved[life] = answer.reserved
      if answer.granted > 0 { granted.insert(life) }
      if answer.granted > 0, answer.reserved >= wish.limit { usedUp[life] = wish.limit }
      return answer
    }
    try write(Array(granted), reserved, usedUp)
    try remove(Array(new.subtracting(granted)))
    return answers
  }

  /// Ensures that at least the given number of clicks count as reserved.
  func raise(_ lives: [(life: LinkLife, reserved: Int)]) throws(PostgresFailure) {
    guard !lives.isEmpty else { return }
    try connection.queue(
      "INSERT INTO keiro.limits AS l (host, slug, created_at, reserved) "
        + "SELECT host, slug, created_at, reserved FROM unnest($1, $2, $3, $4) "
        + "AS n (host, slug, created_at, reserved) "
        + "ORDER BY host COLLATE \"C\", slug COLLATE \"C\", created_at "
        + "ON CONFLICT (host, slug, created_at) DO UPDATE "
        + "SET reserved = greatest(l.reserved, excluded.reserved)",
      [
        .texts(lives.map(\.life.key.host)), .texts(lives.map(\.life.key.slug)),
        .ints(lives.map(\.life.number)), .ints(lives.map(\.reserved)),
      ])
  }

  private struct Life: Hashable {
    let key: LinkKey
    let number: Int
  }

  private func life(_ row: PostgresRow) -> Life {
    Life(key: LinkKey(host: row.text(0), slug: row.text(1)), number: row.int(2))
  }

  private func write(
    _ lives: [Life], _ reserved: [Life: Int], _ usedUp: [Life: Int]
  ) throws(PostgresFailure) {
    guard !lives.isEmpty else { return }
    try connection.queue(
      "UPDATE keiro.limits l SET reserved = w.reserved, used_up = coalesce(w.used_up, l.used_up) "
        + "FROM unnest($1, $2, $3, $4, $5) AS w (host, slug, created_at, reserved, used_up) "
        + "WHERE l.host = w.host AND l.slug = w.slug AND l.created_at = w.created_at",
      values(lives) + [
        .ints(lives.map { reserved[$0] ?? 0 }), .optionalInts(lives.map { usedUp[$0] }),
      ])
  }

  private func remove(_ lives: [Life]) throws(PostgresFailure) {
    guard !lives.isEmpty else { return }
    try connection.queue(
      "DELETE FROM keiro.limits l USING unnest($1, $2, $3) AS w (host, slug, created_at) "
        + "WHERE l.host = w.host AND l.slug = w.slug AND l.created_at = w.created_at",
      values(lives))
  }

  private func values(_ lives: [Life]) -> [PostgresValue] {
    [
      .texts(lives.map(\.key.host)), .texts(lives.map(\.key.slug)), .ints(lives.map(\.number)),
    ]
  }
}
