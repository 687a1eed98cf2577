import Links
import LinkStorage
import SQLStorage
import Synchronization
import System

/// Numbers that the database has given, as far as this process remembers them. They are assigned outside
/// of the transaction that counts.
final class KnownNumbers<Key: Hashable & Sendable>: Sendable {
  private struct Known {
    var numbers: [Key: Int] = [:]
    /// The time until which they are used, in monotonic nanoseconds.
    var end = 0
  }

  private let known = Mutex(Known())
  private let age: Int?

  private static var capacity: Int { 200_000 }

  /// - Parameter age: how long a number is used, in nanoseconds; nil for no limit.
  init(age: Int? = nil) {
    self.age = age
  }

  /// The numbers of keys; new keys get one.
  ///
  /// - Parameters:
  ///   - find: asks the database for the numbers of keys.
  ///   - insert: makes the database give numbers to those keys that have none.
  func numbers(
    of keys: Set<Key>, find: ([Key]) throws(PostgresFailure) -> [(Key, Int)],
    insert: ([Key]) throws(PostgresFailure) -> Void
  ) throws(PostgresFailure) -> [Key: Int] {
    let now = Clock.monotonic()
    var numbers = known.withLock { known in
      if known.end <= now || known.numbers.count > Self.capacity {
        known = Known(end: age.map { now &+ $0 } ?? .max)
      }
      var numbers: [Key: Int] = [:]
      for key in keys { numbers[key] = known.numbers[key] }
      return numbers
    }
    let missing = Array(keys.subtracting(numbers.keys))
    guard !missing.isEmpty else { return numbers }
    var found = try find(missing)
    if found.count < missing.count {
      try insert(missing)
      found = try find(missing)
    }
    known.withLock { [found] known in known.numbers.merge(found) { _, new in new } }
    numbers.merge(found) { _, new in new }
    return numbers
  }

  func forgetAll() { known.withLock { $0.numbers = [:] } }
}

/// The numbers of a tally's links and hosts, by the index of the link in the tally.
struct TallyNumbers {
  let links: [Int]
  /// The numbers of the links' hosts.
  let hosts: [Int]
  let everything: Int
}

/// What this process remembers of the database, so that most batches have nothing to ask.
final class CounterMemory: Sendable {
  /// The numbers of scopes under which clicks are summed: links, hosts, and everything. They are valid
  /// until clicks of a link move to another number.
  private let scopes = KnownNumbers<LinkKey>()
  let kinds = KindNumbers()
  let referrers = KnownReferrers()
  /// The count of moves up to which the numbers of scopes are valid.
  private let moves = Mutex<String?>(nil)
  /// The server to which everything belongs.
  private let epoch = Mutex<String?>(nil)

  /// Discards everything when another server answers than before, which may lack the last numbers and
  /// assign them differently.
  func renew(_ connection: PostgresConnection) throws(PostgresFailure) {
    let epoch = try connection.serverEpoch()
    let isOther = self.epoch.withLock { known in
      defer { known = epoch }
      return known != nil && known != epoch
    }
    guard isOther else { return }
    scopes.forgetAll()
    kinds.known.forgetAll()
    referrers.forgetAll()
  }

  /// Whether the numbers of scopes are still those of their links, which is asked inside the transaction
  /// that counts; if not, they are looked up again.
  func areValid(after moves: String?) -> Bool {
    let isValid = self.moves.withLock { known in
      defer { known = moves }
      return known == moves
    }
    if !isValid { scopes.forgetAll() }
    return isValid
  }

  /// The numbers of links and their hosts; new ones get one.
  func numbers(
    of links: CountedLinks, in connection: PostgresConnection
  ) throws(PostgresFailure) -> TallyNumbers {
    let links = Array(links)
    guard !links.isEmpty else { return TallyNumbers(links: [], hosts: [], everything: 0) }
    let hosts = links.map { LinkKey.links(of: $0.host) }
    let numbers = try scopes.numbers(of: Set(links + hosts + [.everything])) {
      keys throws(PostgresFailure) in
      try connection.rows(
        "SELECT c.host, c.slug, c.id FROM #rows JOIN keiro.counted c "
          + "ON c.host = n.key_host AND c.slug = n.key_slug", over: keys.rows, []
      ) { (LinkKey(host: $0.text(0), slug: $0.text(1)), $0.int(2)) }
    } insert: { keys throws(PostgresFailure) in
      _ = try connection.run(
        "INSERT INTO keiro.counted (host, slug) SELECT n.key_host, n.key_slug FROM #rows "
          + "ORDER BY 1, 2 ON CONFLICT DO NOTHING", over: keys.rows, [])
    }
    return TallyNumbers(
      links: links.map { numbers[$0] ?? 0 }, hosts: hosts.map { numbers[$0] ?? 0 },
      everything: numbers[.everything] ?? 0)
  }
}
