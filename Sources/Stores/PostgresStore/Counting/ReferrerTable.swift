import Links
import LinkStorage
import SQLStorage
import Synchronization

/// The distinguished referrers for each link and host, by day.
///
/// Names are admitted in a transaction of their own before the one that counts: new names take room
/// under a lock that is held only for this, and clicks under known names need no lock.
struct ReferrerTable {
  fileprivate struct Name: Hashable {
    let key: ReferrerNames.Scope
    let name: String
  }

  private let connection: PostgresConnection
  private let numbers: TallyNumbers
  private let known: KnownReferrers

  init(_ connection: PostgresConnection, _ numbers: TallyNumbers, _ known: KnownReferrers) {
    self.connection = connection
    self.numbers = numbers
    self.known = known
  }

  private func key(_ kind: ClickKind, _ scope: Int) -> ReferrerNames.Scope {
    ReferrerNames.Scope(day: kind.day, number: scope)
  }

  /// The clicks with admitted referrers; links keep their indexes.
  func admit(_ tally: ClickTally) throws(PostgresFailure) -> ClickTally {
    let kinds = tally.kinds
    let needsRoom = kinds.map { Self.needsRoom($0.referrerHost) }
    guard needsRoom.contains(true) else { return tally }
    func name(_ link: Int, _ kind: Int) -> Name {
      Name(key: key(kinds[kind], numbers.links[link]), name: kinds[kind].referrerHost)
    }
    var wanted: Set<Name> = []
    for sum in tally.sums where needsRoom[sum.kind] { wanted.insert(name(sum.link, sum.kind)) }
    let remembered = self.known.among(wanted)
    guard remembered.count < wanted.count else { return tally }
    let found = try existing(wanted.subtracting(remembered))
    self.known.remember(found)
    guard remembered.count + found.count < wanted.count else { return tally }
    return try connection.transaction { () throws(PostgresFailure) in
      // One process at a time takes room.
      try connection.send("SELECT pg_advisory_xact_lock(\(Self.lock))")
      let known = remembered.union(found)
      for sum in tally.sums
      where needsRoom[sum.kind] && !known.contains(name(sum.link, sum.kind)) {
        wanted.insert(
          Name(
            key: key(kinds[sum.kind], numbers.hosts[sum.link]),
            name: kinds[sum.kind].referrerHost))
      }
      return try label(tally, wanted, remembered, needsRoom)
    }
  }

  private func label(
    _ tally: ClickTally, _ wanted: Set<Name>, _ remembered: Set<Name>, _ needsRoom: [Bool]
  ) throws(PostgresFailure) -> ClickTally {
    let known = remembered.union(try existing(wanted.subtracting(remembered)))
    var names = try self.names(of: Set(wanted.map(\.key)), known)
    var new: [Name] = []
    var labelled = ClickTally()
    let links = tally.links.map { labelled.add($0) }
    let kinds = tally.kinds.map { labelled.add($0) }
    var others: [Int: Int] = [:]
    for sum in tally.sums {
      let (link, kind, count) = (sum.link, sum.kind, sum.count)
      let own = tally.kinds[kind]
      let key = self.key(own, numbers.links[link])
      guard needsRoom[kind], !known.contains(Name(key: key, name: own.referrerHost)) else {
        labelled.add(count, of: links[link], kinds[kind])
        continue
      }
      let host = self.key(own, numbers.hosts[link])
      let (referrer, isNew) = names.label(own.referrerHost, of: key, on: host)
      if isNew { new += [Name(key: key, name: referrer), Name(key: host, name: referrer)] }
      guard referrer != own.referrerHost else {
        labelled.add(count, of: links[link], kinds[kind])
        continue
      }
      let other = others[kind] ?? labelled.add(own.under(referrer))
      others[kind] = other
      labelled.add(count, of: links[link], other)
    }
    try register(new)
    return labelled
  }

  private static func needsRoom(_ name: String) -> Bool {
    !name.isEmpty && name != CountedNames.other
  }

  /// The distinguished ones among `names`.
  private func existing(_ names: Set<Name>) throws(PostgresFailure) -> Set<Name> {
    let names = Array(names)
    return Set(
      try connection.rows(
        // One look-up in the index for each, however long the table is.
        "SELECT n.day, n.scope, n.name FROM unnest($1, $2, $3) AS w (day, scope, name) "
          + "CROSS JOIN LATERAL (SELECT n.day, n.scope, n.name FROM keiro.click_names n "
          + "WHERE n.scope = w.scope AND n.day = w.day AND n.name = w.name OFFSET 0) n",
        [
          .ints(names.map(\.key.day)), .ints(names.map(\.key.number)),
          .texts(names.map(\.name)),
        ]
      ) { Name(key: ReferrerNames.Scope(day: $0.int(0), number: $0.int(1)), name: $0.text(2)) })
  }

  /// The remaining room, with the known names among those wanted: of the others only their number
  /// matters.
  private func names(
    of keys: Set<ReferrerNames.Scope>, _ known: Set<Name>
  ) throws(PostgresFailure) -> ReferrerNames {
    let keys = Array(keys)
    let hosts = Set(self.numbers.hosts)
    let counts = try connection.rows(
      "SELECT w.day, w.scope, (SELECT count(*) FROM keiro.click_names n "
        + "WHERE n.scope = w.scope AND n.day = w.day) FROM unnest($1, $2) AS w (day, scope)",
      [.ints(keys.map(\.day)), .ints(keys.map(\.number))]
    ) { (ReferrerNames.Scope(day: $0.int(0), number: $0.int(1)), $0.int(2)) }
    let names = Dictionary(grouping: known, by: \.key)
    var result = ReferrerNames()
    for (key, count) in counts {
      let limit =
        hosts.contains(key.number) ? CountedNames.referrersOfHost : CountedNames.referrersOfLink
      let own = names[key]?.map(\.name) ?? []
      result.set(CountedNames(limit: limit - count + own.count, known: own), of: key)
    }
    return result
  }

  private func register(_ names: [Name]) throws(PostgresFailure) {
    guard !names.isEmpty else { return }
    try connection.send(
      "INSERT INTO keiro.click_names (day, scope, name) SELECT * FROM unnest($1, $2, $3) "
        + "ON CONFLICT DO NOTHING",
      [
        .ints(names.map(\.key.day)), .ints(names.map(\.key.number)), .texts(names.map(\.name)),
      ])
  }

  /// "KEIRONAM": the lock of the one process that admits names.
  private static let lock = 0x4B45_4952_4F4E_414D
}

extension ClickKind {
  fileprivate func under(_ referrer: String) -> ClickKind {
    var kind = self
    kind.referrerHost = referrer
    return kind
  }
}

/// The referrers of links that this process has seen distinguished: they remain so for their day,
/// whatever other nodes do, unless the link is deleted; then remembering them does no harm.
final class KnownReferrers: Sendable {
  private let names = Mutex<Set<ReferrerTable.Name>>([])

  private static let capacity = 200_000

  fileprivate func among(_ wanted: Set<ReferrerTable.Name>) -> Set<ReferrerTable.Name> {
    names.withLock { names in wanted.filter { names.contains($0) } }
  }

  fileprivate func remember(_ new: Set<ReferrerTable.Name>) {
    guard !new.isEmpty else { return }
    names.withLock { names in
      if names.count + new.count > Self.capacity { names.removeAll() }
      names.formUnion(new)
    }
  }

  func forgetAll() { names.withLock { $0.removeAll() } }
}
