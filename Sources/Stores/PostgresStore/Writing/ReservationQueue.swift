import Dispatch
import Links
import LinkStorage
import Synchronization
import System

/// Reserves clicks while visitors wait: requests that arrive while the server is busy share the next
/// transaction.
final class ReservationQueue: Sendable {
  struct Wish: Sendable {
    let life: LinkLife
    let wanted: Int
    let limit: Int
    let completion: StoreCompletion<Reservation>
  }

  private struct Waiting {
    var wishes: [Wish] = []
    var isScheduled = false
    var isClosed = false
  }

  private static let capacity = 20_000
  /// The maximum number of requests in a transaction.
  private static let groupSize = 500

  private let pool: ConnectionPool
  private let health: WriteHealth
  private let queue = DispatchQueue(label: "keiro.postgres.limits")
  private let waiting = Mutex(Waiting())
  private let grants = Mutex(RecentGrants())

  init(_ pool: ConnectionPool, health: WriteHealth) {
    self.pool = pool
    self.health = health
  }

  func submit(_ wish: Wish) {
    let refusal = waiting.withLock { waiting -> LinkStoreError? in
      if waiting.isClosed { return .closed }
      if waiting.wishes.count >= Self.capacity { return WriteLane.overloaded }
      waiting.wishes.append(wish)
      if !waiting.isScheduled {
        waiting.isScheduled = true
        queue.async { self.drain() }
      }
      return nil
    }
    if let refusal { wish.completion(.failure(refusal)) }
  }

  private func drain() {
    while true {
      let wishes = waiting.withLock { waiting in
        let wishes = Array(waiting.wishes.prefix(Self.groupSize))
        waiting.wishes.removeFirst(wishes.count)
        if wishes.isEmpty { waiting.isScheduled = false }
        return wishes
      }
      guard !wishes.isEmpty else { return }
      answer(wishes)
    }
  }

  private func answer(_ wishes: [Wish]) {
    do throws(PostgresFailure) {
      let answers = try pool.use { connection throws(PostgresFailure) in
        let epoch = try connection.serverEpoch()
        let lost = grants.withLock { $0.perhapsLost(to: epoch) }
        let answers = try connection.transaction { () throws(PostgresFailure) in
          let table = LimitTable(connection)
          try table.raise(lost)
          return try table.reserve(wishes)
        }
        grants.withLock { $0.note(wishes, answers, epoch) }
        return answers
      }
      health.noteSuccess()
      for (wish, answer) in zip(wishes, answers) { wish.completion(.success(answer)) }
    } catch {
      health.note(error.reported)
      for wish in wishes { wish.completion(.failure(error.reported)) }
    }
  }

  /// Notes that clicks were given back.
  func noteReturn(_ count: Int, of life: LinkLife) {
    grants.withLock { $0.noteReturn(count, of: life) }
  }

  /// Waits until all accepted requests are answered.
  func close() {
    waiting.withLock { $0.isClosed = true }
    queue.sync {}
  }
}

/// The recently granted clicks: a server that takes over may lack the last of them, and would grant
/// them again.
struct RecentGrants {
  private struct Grant {
    var reserved: Int
    /// The time of the grant, in monotonic nanoseconds.
    let time: Int
  }

  private var grants: [LinkLife: Grant] = [:]
  private var epoch: String?

  /// How long a grant is remembered: ten minutes, in nanoseconds. The last grants before an outage are as
  /// old as the outage is long when another server takes over.
  private static let age = 600_000_000_000
  /// The maximum number of lives remembered.
  private static let capacity = 50_000

  mutating func note(
    _ wishes: [ReservationQueue.Wish], _ answers: [Reservation], _ epoch: String,
    at now: Int = Clock.monotonic()
  ) {
    self.epoch = epoch
    if grants.count + wishes.count > Self.capacity {
      grants = grants.filter { $0.value.time > now - Self.age }
      if grants.count + wishes.count > Self.capacity { grants = [:] }
    }
    for (wish, answer) in zip(wishes, answers) where answer.granted > 0 {
      grants[wish.life] = Grant(reserved: answer.reserved, time: now)
    }
  }

  mutating func noteReturn(_ count: Int, of life: LinkLife) {
    grants[life]?.reserved -= count
  }

  /// The reserved clicks of each life that a server other than the previous one may lack.
  func perhapsLost(
    to epoch: String, at now: Int = Clock.monotonic()
  ) -> [(life: LinkLife, reserved: Int)] {
    guard let before = self.epoch, before != epoch else { return [] }
    return grants.compactMap { life, grant in
      grant.time > now - Self.age ? (life, grant.reserved) : nil
    }
  }
}

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
    let places: [PostgresValue] = [
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
          + "RETURNING host, slug, created_at", places, life))
    var reserved: [Place: Int] = [:]
    let rows = try connection.rows(
      "SELECT l.host, l.slug, l.created_at, l.reserved FROM keiro.limits l "
        + "JOIN unnest($1, $2, $3) AS w (host, slug, created_at) "
        + "ON l.host = w.host AND l.slug = w.slug AND l.created_at = w.created_at "
        + "ORDER BY 1, 2, 3 FOR UPDATE OF l", places
    ) { row in (life(row), row.int(3)) }
    for (place, count) in rows { reserved[place] = count }
    var granted: Set<Place> = []
    var usedUp: [Place: Int] = [:]
    let answers = wishes.map { wish in
      let place = Place(key: wish.life.key, number: wish.life.number)
      let answer = Reservation(
        wanted: wish.wanted, reserved: reserved[place] ?? 0, limit: wish.limit)
      reserved[place] = answer.reserved
      if answer.granted > 0 { granted.insert(place) }
      if answer.granted > 0, answer.reserved >= wish.limit { usedUp[place] = wish.limit }
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

  private struct Place: Hashable {
    let key: LinkKey
    let number: Int
  }

  private func life(_ row: PostgresRow) -> Place {
    Place(key: LinkKey(host: row.text(0), slug: row.text(1)), number: row.int(2))
  }

  private func write(
    _ places: [Place], _ reserved: [Place: Int], _ usedUp: [Place: Int]
  ) throws(PostgresFailure) {
    guard !places.isEmpty else { return }
    try connection.queue(
      "UPDATE keiro.limits l SET reserved = w.reserved, used_up = coalesce(w.used_up, l.used_up) "
        + "FROM unnest($1, $2, $3, $4, $5) AS w (host, slug, created_at, reserved, used_up) "
        + "WHERE l.host = w.host AND l.slug = w.slug AND l.created_at = w.created_at",
      values(places) + [
        .ints(places.map { reserved[$0] ?? 0 }), .optionalInts(places.map { usedUp[$0] }),
      ])
  }

  private func remove(_ places: [Place]) throws(PostgresFailure) {
    guard !places.isEmpty else { return }
    try connection.queue(
      "DELETE FROM keiro.limits l USING unnest($1, $2, $3) AS w (host, slug, created_at) "
        + "WHERE l.host = w.host AND l.slug = w.slug AND l.created_at = w.created_at",
      values(places))
  }

  private func values(_ places: [Place]) -> [PostgresValue] {
    [
      .texts(places.map(\.key.host)), .texts(places.map(\.key.slug)), .ints(places.map(\.number)),
    ]
  }
}
