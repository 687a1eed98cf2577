import LinkStorage
import Links
import SQLStorage

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
    var links: [Life: Int] = [:]
    let rows = try connection.rows(
      "SELECT l.host, l.slug, l.created_at, l.reserved, coalesce(k.id, 0) FROM keiro.limits l "
        + "JOIN unnest($1, $2, $3) AS w (host, slug, created_at) "
        + "ON l.host = w.host AND l.slug = w.slug AND l.created_at = w.created_at "
        + "LEFT JOIN keiro.links k ON k.host = l.host AND k.slug = l.slug "
        + "ORDER BY 1, 2, 3 FOR UPDATE OF l", keys
    ) { row in (life(row), reserved: row.int(3), link: row.int(4)) }
    for (life, count, link) in rows { (reserved[life], links[life]) = (count, link) }
    var granted: Set<Life> = []
    var usedUp: [Life: Int] = [:]
    let answers = wishes.map { wish in
      let life = Life(wish.life)
      let answer = Reservation(
        wanted: wish.wanted, reserved: reserved[life] ?? 0, limit: wish.limit,
        link: links[life] ?? 0)
      reserved[life] = answer.reserved
      if answer.granted > 0 { granted.insert(life) }
      if answer.granted > 0, answer.reserved >= wish.limit { usedUp[life] = wish.limit }
      return answer
    }
    try write(Array(granted), reserved, usedUp)
    try remove(Array(new.subtracting(granted)))
    return answers
  }

  /// Ensures that at least the given number of clicks count as reserved, where the link still is the
  /// one that they were reserved for.
  func raise(_ lives: [RecentGrants.Lost]) throws(PostgresFailure) {
    guard !lives.isEmpty else { return }
    try connection.queue(
      "INSERT INTO keiro.limits AS l (host, slug, created_at, reserved) "
        + "SELECT n.host, n.slug, n.created_at, n.reserved FROM unnest($1, $2, $3, $4, $5) "
        + "AS n (host, slug, created_at, reserved, link) "
        + "LEFT JOIN keiro.links k ON k.host = n.host AND k.slug = n.slug "
        + "WHERE coalesce(k.id, 0) = n.link "
        + "ORDER BY n.host COLLATE \"C\", n.slug COLLATE \"C\", n.created_at "
        + "ON CONFLICT (host, slug, created_at) DO UPDATE "
        + "SET reserved = greatest(l.reserved, excluded.reserved)",
      [
        .texts(lives.map(\.life.key.host)), .texts(lives.map(\.life.key.slug)),
        .ints(lives.map(\.life.number)), .ints(lives.map(\.reserved)), .ints(lives.map(\.link)),
      ])
  }

  /// Begins the limits of links that are made again, whatever is still counted for the earlier ones.
  func begin(_ links: [ShortLink]) throws(PostgresFailure) {
    let lives = links.filter { $0.maxClicks != nil }.map { Life(LinkLife($0)) }
    guard !lives.isEmpty else { return }
    try connection.queue(
      "INSERT INTO keiro.limits (host, slug, created_at, reserved) "
        + "SELECT host, slug, created_at, 0 FROM unnest($1, $2, $3) AS n (host, slug, created_at) "
        + "WHERE EXISTS (SELECT 1 FROM keiro.link_versions AS v "
        + "WHERE v.host = n.host AND v.slug = n.slug) ORDER BY host COLLATE \"C\", slug COLLATE \"C\", created_at ON CONFLICT DO NOTHING",
      values(lives))
  }

  /// Adds the clicks that links have had without a limit, when they get one again.
  func resume(_ links: [(new: ShortLink, old: ShortLink)]) throws(PostgresFailure) {
    let lives = links.filter { $0.old.maxClicks == nil && $0.new.maxClicks != nil }
      .map { Life(LinkLife($0.new)) }
    guard !lives.isEmpty else { return }
    try connection.queue(
      "UPDATE keiro.limits l SET reserved = greatest(l.reserved, t.total) "
        + "FROM unnest($1, $2, $3) AS w (host, slug, created_at) "
        + "JOIN keiro.counted c ON c.host = w.host AND c.slug = w.slug "
        + "JOIN keiro.totals t ON t.scope = c.id "
        + "WHERE l.host = w.host AND l.slug = w.slug AND l.created_at = w.created_at",
      values(lives))
  }

  /// Returns clicks to the life of a link; without effect once another link is there.
  ///
  /// - Returns: whether the link is there.
  func giveBack(_ count: Int, _ life: LinkLife, by link: Int) throws(PostgresFailure) -> Bool {
    try connection.run(
      "UPDATE keiro.limits SET reserved = greatest(0, reserved - $4) "
        + "WHERE host = $1 AND slug = $2 AND created_at = $3 AND coalesce("
        + "(SELECT id FROM keiro.links WHERE host = $1 AND slug = $2), 0) = $5",
      [
        .text(life.key.host), .text(life.key.slug), .int(life.number), .int(count), .int(link),
      ]) > 0
  }

  private struct Life: Hashable {
    let key: LinkKey
    let number: Int

    init(key: LinkKey, number: Int) {
      self.key = key
      self.number = number
    }

    init(_ life: LinkLife) {
      self.init(key: life.key, number: life.number)
    }
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
