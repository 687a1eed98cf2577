import Links
import LinkStorage
import Synchronization

/// Which referrers are told apart, by their link and by their host, on their day.
///
/// Names are told apart in a transaction of their own before the one that counts: those that are new
/// take room under a lock that only lasts for this, and clicks under names that are known need none.
struct ReferrerTable {
  fileprivate struct Place: Hashable {
    let day: Int
    let scope: Int
  }

  fileprivate struct Name: Hashable {
    let place: Place
    let name: String
  }

  private let connection: Connection
  private let numbers: [LinkKey: Int]
  private let known: KnownReferrers

  /// - Parameters:
  ///   - connection: outside of a transaction.
  ///   - numbers: of the links and the hosts of all clicks.
  ///   - known: what this process remembers of earlier clicks.
  init(_ connection: Connection, _ numbers: [LinkKey: Int], _ known: KnownReferrers) {
    self.connection = connection
    self.numbers = numbers
    self.known = known
  }

  private func place(_ click: ClickCount, _ scope: LinkKey) -> Place {
    Place(day: StatisticsPeriod.day(ofHour: click.hour), scope: numbers[scope] ?? 0)
  }

  /// The clicks, under referrers that there is room for.
  func admit(_ clicks: [ClickCount]) throws(PostgresFailure) -> [ClickCount] {
    var wanted: Set<Name> = []
    for click in clicks where Self.needsRoom(click.referrerHost) {
      wanted.insert(Name(place: place(click, click.key), name: click.referrerHost))
    }
    let remembered = self.known.among(wanted)
    guard remembered.count < wanted.count else { return clicks }
    let found = try existing(wanted.subtracting(remembered))
    self.known.remember(found)
    var known = remembered.union(found)
    guard known.count < wanted.count else { return clicks }
    return try connection.transaction { () throws(PostgresFailure) in
      // One process at a time takes room.
      try connection.queue("SELECT pg_advisory_xact_lock(\(Self.lock))")
      let candidates = clicks.filter { click in
        Self.needsRoom(click.referrerHost)
          && !known.contains(Name(place: place(click, click.key), name: click.referrerHost))
      }
      for click in candidates {
        let host = place(click, ScopeNumbers.host(click.key.host))
        wanted.insert(Name(place: host, name: click.referrerHost))
      }
      known = remembered.union(try existing(wanted.subtracting(remembered)))
      var names = try self.names(of: Set(wanted.map(\.place)), known)
      var new: [Name] = []
      let admitted = clicks.map { click in
        guard Self.needsRoom(click.referrerHost) else { return click }
        let link = place(click, click.key)
        guard !known.contains(Name(place: link, name: click.referrerHost)) else { return click }
        let host = place(click, ScopeNumbers.host(click.key.host))
        return label(click, link, host, &names, &new)
      }
      try register(new)
      return admitted
    }
  }

  private static func needsRoom(_ name: String) -> Bool {
    !name.isEmpty && name != CountedNames.other
  }

  private func label(
    _ click: ClickCount, _ link: Place, _ host: Place, _ names: inout [Place: CountedNames],
    _ new: inout [Name]
  ) -> ClickCount {
    var both = ReferrerNames(
      link: names[link] ?? CountedNames(limit: CountedNames.referrersOfLink),
      host: names[host] ?? CountedNames(limit: CountedNames.referrersOfHost))
    // The dictionary lets go of them, so that they are not copied when one is added.
    names[link] = nil
    names[host] = nil
    let (referrer, isNew) = both.label(click.referrerHost)
    names[link] = both.link
    names[host] = both.host
    if isNew { new += [Name(place: link, name: referrer), Name(place: host, name: referrer)] }
    var click = click
    click.referrerHost = referrer
    return click
  }

  /// Those of `names` that are told apart.
  private func existing(_ names: Set<Name>) throws(PostgresFailure) -> Set<Name> {
    let names = Array(names)
    return Set(
      try connection.rows(
        // One look-up in the index for each, however long the table is.
        "SELECT n.day, n.scope, n.name FROM unnest($1, $2, $3) AS w (day, scope, name) "
          + "CROSS JOIN LATERAL (SELECT n.day, n.scope, n.name FROM keiro.click_names n "
          + "WHERE n.scope = w.scope AND n.day = w.day AND n.name = w.name OFFSET 0) n",
        [
          .ints(names.map(\.place.day)), .ints(names.map(\.place.scope)),
          .texts(names.map(\.name)),
        ]
      ) { Name(place: Place(day: $0.int(0), scope: $0.int(1)), name: $0.text(2)) })
  }

  /// The room that is left, with the names that are known of those that are wanted: others matter by
  /// their number alone.
  private func names(
    of places: Set<Place>, _ known: Set<Name>
  ) throws(PostgresFailure) -> [Place: CountedNames] {
    let places = Array(places)
    let hosts = Set(numbers.filter { $0.key.slug.isEmpty }.values)
    let counts = try connection.rows(
      "SELECT w.day, w.scope, (SELECT count(*) FROM keiro.click_names n "
        + "WHERE n.scope = w.scope AND n.day = w.day) FROM unnest($1, $2) AS w (day, scope)",
      [.ints(places.map(\.day)), .ints(places.map(\.scope))]
    ) { (Place(day: $0.int(0), scope: $0.int(1)), $0.int(2)) }
    let names = Dictionary(grouping: known, by: \.place)
    var result: [Place: CountedNames] = [:]
    for (place, count) in counts {
      let limit =
        hosts.contains(place.scope) ? CountedNames.referrersOfHost : CountedNames.referrersOfLink
      let own = names[place]?.map(\.name) ?? []
      result[place] = CountedNames(limit: limit - count + own.count, known: own)
    }
    return result
  }

  private func register(_ names: [Name]) throws(PostgresFailure) {
    guard !names.isEmpty else { return }
    try connection.queue(
      "INSERT INTO keiro.click_names (day, scope, name) SELECT * FROM unnest($1, $2, $3) "
        + "ON CONFLICT DO NOTHING",
      [
        .ints(names.map(\.place.day)), .ints(names.map(\.place.scope)), .texts(names.map(\.name)),
      ])
  }

  /// "KEIRONAM": that of one process that tells names apart.
  private static let lock = 0x4B45_4952_4F4E_414D
}

/// The referrers of links that this process has seen told apart: they stay so for their day, whatever
/// other nodes do, but when the link is deleted, and then it does no harm to remember them.
final class KnownReferrers: Sendable {
  private let names = Mutex<Set<ReferrerTable.Name>>([])

  /// So many are remembered.
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
