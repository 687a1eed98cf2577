import Dispatch
import Links
import LinkStorage
import SQLStorage
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

  private static let groupSize = 500
  /// The number of lives whose reserved clicks one transaction raises.
  private static let portion = 1000

  private let pool: ConnectionPool
  private let queue = DispatchQueue(label: "keiro.postgres.limits")
  private let backlog = WriteBacklog<Wish>()
  private let grants = Mutex(RecentGrants())
  private let isReporting = Atomic(false)

  init(_ pool: ConnectionPool) {
    self.pool = pool
  }

  func submit(_ wish: Wish) {
    let refusal = backlog.add(wish) { queue.async { self.drain() } }
    if let refusal { wish.completion(.failure(refusal)) }
  }

  private func drain() {
    while true {
      let wishes = backlog.take(upTo: Self.groupSize)
      guard !wishes.isEmpty else { return }
      answer(wishes)
    }
  }

  private func answer(_ wishes: [Wish]) {
    do throws(PostgresFailure) {
      let answers = try pool.use { connection throws(PostgresFailure) in
        let epoch = try connection.serverEpoch()
        let (lost, isRestart) = grants.withLock {
          ($0.perhapsLost(to: epoch), $0.isRestarted(as: epoch))
        }
        // In portions, none of which takes longer than a statement may.
        for start in stride(from: 0, to: lost.count, by: Self.portion) {
          let some = Array(lost[start...].prefix(Self.portion))
          try connection.transaction { () throws(PostgresFailure) in
            try connection.raise(some, isRestart: isRestart)
          }
        }
        let answers = try connection.transaction { () throws(PostgresFailure) in
          try connection.reserve(wishes)
        }
        grants.withLock { $0.note(wishes, answers, epoch) }
        return answers
      }
      for (wish, answer) in zip(wishes, answers) { wish.completion(.success(answer)) }
    } catch {
      for wish in wishes { wish.completion(.failure(error.reported)) }
    }
  }

  func noteReturn(_ count: Int, of life: LinkLife) {
    grants.withLock { $0.noteReturn(count, of: life) }
  }

  func noteContact(with epoch: String) {
    let isReport = grants.withLock { $0.noteContact(with: epoch) }
    guard isReport, !isReporting.exchange(true, ordering: .relaxed) else { return }
    // Told at once what it may lack, before other nodes are granted it.
    pool.noteAnswer()
    queue.async { [self] in
      answer([])
      isReporting.store(false, ordering: .relaxed)
    }
  }

  func close() {
    backlog.close()
    queue.sync {}
  }
}

/// The recently granted clicks: a server that takes over may lack the last of them, and would grant
/// them again.
struct RecentGrants {
  /// The reserved clicks of a life, and the link that they were reserved for.
  typealias Lost = (life: LinkLife, reserved: Int, link: Int)

  private struct Grant {
    var reserved: Int
    /// See `Reservation.link`.
    let link: Int
    /// The time of the grant, in monotonic nanoseconds.
    let time: Int
  }

  private var grants: [LinkLife: Grant] = [:]
  private var epoch: String?
  /// When that server last answered anything, in monotonic nanoseconds.
  private var contact = 0

  /// How old a grant may have been when its server last answered: ten minutes, in nanoseconds. However long
  /// the outage after that is, the next server may lack it.
  private static let age = 600_000_000_000
  /// The maximum number of lives remembered.
  private static let capacity = 50_000

  mutating func note(
    _ wishes: [ReservationQueue.Wish], _ answers: [Reservation], _ epoch: String,
    at now: Int = Clock.monotonic()
  ) {
    (self.epoch, contact) = (epoch, now)
    if grants.count + wishes.count > Self.capacity {
      grants = grants.filter { $0.value.time > now - Self.age }
      if grants.count + wishes.count > Self.capacity { grants = [:] }
    }
    for (wish, answer) in zip(wishes, answers) where answer.granted > 0 {
      grants[wish.life] = Grant(reserved: answer.reserved, link: answer.link ?? 0, time: now)
    }
  }

  mutating func noteReturn(_ count: Int, of life: LinkLife) {
    grants[life]?.reserved -= count
  }

  /// Notes that a server answers.
  ///
  /// - Returns: whether it is another one, which may lack something.
  mutating func noteContact(with epoch: String, at now: Int = Clock.monotonic()) -> Bool {
    guard epoch == self.epoch else { return !grants.isEmpty }
    contact = now
    return false
  }

  /// Whether a server is the previous one, started again.
  func isRestarted(as epoch: String) -> Bool {
    func position(_ epoch: String) -> FeedPosition { FeedPosition(epoch: epoch, snapshot: "") }
    return self.epoch.map { position($0).isBefore(restart: position(epoch)) } ?? false
  }

  /// The reserved clicks of each life that a server other than the previous one may lack.
  func perhapsLost(to epoch: String) -> [Lost] {
    guard let before = self.epoch, before != epoch else { return [] }
    return grants.compactMap { life, grant in
      grant.time > contact - Self.age ? (life, grant.reserved, grant.link) : nil
    }
  }
}

/// Reservations of many visitors at once, which share the questions to the server.
extension PostgresConnection {
  /// - Returns: the answers in the order of the wishes.
  func reserve(_ wishes: [ReservationQueue.Wish]) throws(PostgresFailure) -> [Reservation] {
    guard !wishes.isEmpty else { return [] }
    let lives = Set(wishes.map(\.life)).sorted { one, other in
      one.key == other.key ? one.number < other.number : one.key.isBefore(other.key)
    }
    // New rows begin with the number of clicks counted, and are removed unless a click is granted.
    let new = Set(
      try rows(
        "INSERT INTO keiro.limits (host, slug, created_at, reserved) "
          + "SELECT n.host, n.slug, n.created_at, coalesce(t.total, 0) FROM #rows "
          + "LEFT JOIN keiro.counted c ON c.host = n.host AND c.slug = n.slug "
          + "LEFT JOIN keiro.totals t ON t.scope = c.id "
          + "ORDER BY n.host COLLATE \"C\", n.slug COLLATE \"C\", n.created_at "
          + "ON CONFLICT DO NOTHING RETURNING host, slug, created_at",
        over: SQLRows(lives), []
      ) { LinkLife($0) })
    var reserved: [LinkLife: Int] = [:]
    var links: [LinkLife: Int] = [:]
    let rows = try rows(
      "SELECT l.host, l.slug, l.created_at, l.reserved, coalesce(k.id, 0) FROM #rows "
        + "JOIN keiro.limits l "
        + "ON l.host = n.host AND l.slug = n.slug AND l.created_at = n.created_at "
        + "LEFT JOIN keiro.links k ON k.host = l.host AND k.slug = l.slug "
        + "ORDER BY 1, 2, 3 FOR UPDATE OF l", over: SQLRows(lives), []
    ) { (life: LinkLife($0), reserved: $0.int(3), link: $0.int(4)) }
    for row in rows { (reserved[row.life], links[row.life]) = (row.reserved, row.link) }
    var granted: Set<LinkLife> = []
    var usedUp: [LinkLife: Int] = [:]
    let answers = wishes.map { wish in
      let life = wish.life
      let answer = Reservation(
        wanted: wish.wanted, reserved: reserved[life] ?? 0, limit: wish.limit,
        link: links[life] ?? 0)
      reserved[life] = answer.reserved
      if answer.granted > 0 { granted.insert(life) }
      if answer.granted > 0, answer.reserved >= wish.limit { usedUp[life] = wish.limit }
      return answer
    }
    let counted = lives.filter(granted.contains)
    if !counted.isEmpty {
      try send(
        "UPDATE keiro.limits l SET reserved = n.reserved, "
          + "used_up = coalesce(n.used_up, l.used_up) FROM #rows "
          + "WHERE l.host = n.host AND l.slug = n.slug AND l.created_at = n.created_at",
        over: SQLRows(
          counted,
          [
            "reserved": .ints(counted.map { reserved[$0] ?? 0 }),
            "used_up": .ints(counted.map { usedUp[$0] }),
          ]), [])
    }
    let refused = lives.filter { new.contains($0) && !granted.contains($0) }
    if !refused.isEmpty {
      try send(
        "DELETE FROM keiro.limits l USING #rows "
          + "WHERE l.host = n.host AND l.slug = n.slug AND l.created_at = n.created_at",
        over: SQLRows(refused), [])
    }
    return answers
  }

  /// Ensures that at least the given number of clicks count as reserved, where the link still is the
  /// one that they were reserved for. A restarted server lacks none, and other nodes may have given clicks
  /// back since, unless its commits are not waited for.
  func raise(_ lives: [RecentGrants.Lost], isRestart: Bool = false) throws(PostgresFailure) {
    guard !lives.isEmpty else { return }
    try send(
      "INSERT INTO keiro.limits AS l (host, slug, created_at, reserved) "
        + "SELECT n.host, n.slug, n.created_at, n.reserved FROM #rows "
        + "LEFT JOIN keiro.links k ON k.host = n.host AND k.slug = n.slug "
        + "WHERE coalesce(k.id, 0) = n.link "
        + (isRestart ? "AND current_setting('synchronous_commit') = 'off' " : "")
        + "ORDER BY n.host COLLATE \"C\", n.slug COLLATE \"C\", n.created_at "
        + "ON CONFLICT (host, slug, created_at) DO UPDATE "
        + "SET reserved = greatest(l.reserved, excluded.reserved)",
      over: SQLRows(
        lives.map(\.life),
        ["reserved": .ints(lives.map(\.reserved)), "link": .ints(lives.map(\.link))]), [])
  }
}

extension LinkLife {
  /// - Parameter row: a row with the columns of `SQLRows.init(_:_:)`.
  fileprivate init(_ row: PostgresRow) {
    self.init(key: LinkKey(host: row.text(0), slug: row.text(1)), number: row.int(2))
  }
}
