import Links
import LinkStorage
import SQLStorage
import Synchronization

/// The numbers of scopes under which clicks are summed: links, hosts, and everything.
///
/// A number is assigned outside of the counting transaction. The cache is valid until clicks of a link
/// move to another number, or another server takes over that may lack the last numbers.
final class ScopeNumbers: Sendable {
  private let known = Mutex<[LinkKey: Int]>([:])
  /// The count of moves up to which the cache is valid.
  private let moves = Mutex<String?>(nil)

  private static let capacity = 200_000

  /// The numbers of scopes; new scopes get one.
  func numbers(
    of keys: Set<LinkKey>, in connection: PostgresConnection
  ) throws(PostgresFailure) -> [LinkKey: Int] {
    var numbers: [LinkKey: Int] = [:]
    var missing: [LinkKey] = []
    known.withLock { known in
      for key in keys {
        if let number = known[key] { numbers[key] = number } else { missing.append(key) }
      }
    }
    guard !missing.isEmpty else { return numbers }
    let found = try make(missing, in: connection)
    known.withLock { known in
      if known.count + found.count > Self.capacity { known.removeAll() }
      known.merge(found) { _, new in new }
    }
    numbers.merge(found) { _, new in new }
    return numbers
  }

  /// The numbers of links and their hosts; new ones get one.
  func tallyNumbers(
    of links: [LinkKey], in connection: PostgresConnection
  ) throws(PostgresFailure) -> TallyNumbers {
    guard !links.isEmpty else { return TallyNumbers(links: [], hosts: [], everything: 0) }
    var numbers = [Int](repeating: 0, count: links.count)
    var missing: [Int] = []
    known.withLock { known in
      for (index, link) in links.enumerated() {
        if let number = known[link] { numbers[index] = number } else { missing.append(index) }
      }
    }
    let names = Set(links.map(\.host))
    let others = try self.numbers(
      of: Set(names.map(LinkKey.links(of:)) + [.everything] + missing.map { links[$0] }),
      in: connection)
    for index in missing { numbers[index] = others[links[index]] ?? 0 }
    var hosts: [String: Int] = [:]
    for name in names { hosts[name] = others[LinkKey.links(of: name)] ?? 0 }
    return TallyNumbers(
      links: numbers, hosts: links.map { hosts[$0.host] ?? 0 },
      everything: others[LinkKey.everything] ?? 0)
  }

  private func make(
    _ keys: [LinkKey], in connection: PostgresConnection
  ) throws(PostgresFailure) -> [LinkKey: Int] {
    let keys = keys.sorted { $0.isBefore($1) }
    let values: [SQLValue] = [.texts(keys.map(\.host)), .texts(keys.map(\.slug))]
    func existing() throws(PostgresFailure) -> [LinkKey: Int] {
      let rows = try connection.rows(
        "SELECT c.host, c.slug, c.id FROM unnest($1, $2) AS k (host, slug) "
          + "JOIN keiro.counted c ON c.host = k.host AND c.slug = k.slug", values
      ) { (LinkKey(host: $0.text(0), slug: $0.text(1)), $0.int(2)) }
      return Dictionary(rows) { first, _ in first }
    }
    let found = try existing()
    guard found.count < keys.count else { return found }
    try connection.run(
      "INSERT INTO keiro.counted (host, slug) SELECT host, slug FROM unnest($1, $2) "
        + "AS k (host, slug) ORDER BY 1, 2 ON CONFLICT DO NOTHING", values)
    return try existing()
  }

  func forgetAll() { known.withLock { $0.removeAll() } }

  /// Whether the numbers are still those of their links, which is asked inside the transaction that
  /// counts; if not, they are looked up again.
  func areValid(after moves: String?) -> Bool {
    let isValid = self.moves.withLock { known in
      defer { known = moves }
      return known == moves
    }
    if !isValid { forgetAll() }
    return isValid
  }
}

/// The numbers of a tally's links and hosts, by the index of the link in the tally.
struct TallyNumbers {
  let links: [Int]
  /// The numbers of the links' hosts.
  let hosts: [Int]
  let everything: Int
}
