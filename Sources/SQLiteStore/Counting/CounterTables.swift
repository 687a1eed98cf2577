import Links
import LinkStorage

/// Adds to the counters, inside a transaction.
///
/// The hottest write there is: each link is looked up once, and rows go in by the order of their
/// keys, so that each page of a table is visited once.
struct CounterTables {
  private let database: Database
  private var scopes: ClickScopes
  /// How many clicks and launches count as `other`.
  private(set) var capped = 0

  init(_ database: Database) {
    self.database = database
    scopes = ClickScopes(database)
  }

  mutating func count(_ batch: CountBatch, _ now: Timestamp) throws(LinkStoreError) -> BatchAnswer {
    let writer = SQLValue.text(batch.writer.name)
    let last = try database.first(
      "SELECT sequence FROM writers WHERE name = ?", [writer]
    ) { $0.int(0) }
    try database.run(
      "INSERT INTO writers (name, sequence, seen_at) VALUES (?,?,?) ON CONFLICT DO UPDATE "
        + "SET sequence = max(sequence, excluded.sequence), seen_at = excluded.seen_at",
      [writer, .int(batch.sequence), .time(now)])
    guard batch.sequence > last ?? 0 else { return .repeated }
    try add(batch.clicks)
    var launches = LaunchTable(database)
    for launch in batch.launches { try launches.add(launch) }
    capped += launches.capped
    return .counted
  }

  /// - Returns: how many were new.
  mutating func add(_ reports: [LaunchReport], _ now: Timestamp) throws(LinkStoreError) -> Int {
    var count = 0
    var launches = LaunchTable(database)
    var identifiers = 0
    for report in reports {
      if let id = report.id {
        let isNew = try database.run(
          "INSERT INTO launch_ids (id, seen_at) VALUES (?,?) ON CONFLICT DO NOTHING",
          [.text(id), .time(now)])
        guard isNew == 1 else { continue }
        identifiers += 1
      }
      try launches.add(report.launch)
      count += 1
    }
    capped += launches.capped
    if identifiers > 0 { try bound(identifiers) }
    return count
  }

  /// Forgets the oldest identifiers for new ones.
  private func bound(_ new: Int) throws(LinkStoreError) {
    let known = try database.first(
      "UPDATE rollup SET launch_ids = launch_ids + ? RETURNING launch_ids", [.int(new)]
    ) { $0.int(0) }
    guard let known, known > LaunchReport.identifiersKept else { return }
    let forgotten = try database.run(
      "DELETE FROM launch_ids WHERE id IN (SELECT id FROM launch_ids ORDER BY seen_at LIMIT ?)",
      [.int(known - LaunchReport.identifiersKept)])
    try database.run("UPDATE rollup SET launch_ids = launch_ids - ?", [.int(forgotten)])
  }

  // MARK: - Clicks

  private mutating func add(_ clicks: [ClickCount]) throws(LinkStoreError) {
    let links = Dictionary(grouping: clicks, by: \.key).sorted { one, other in
      (one.key.host, one.key.slug) < (other.key.host, other.key.slug)
    }
    var counted: [(link: Int, clicks: [ClickCount])] = []
    counted.reserveCapacity(links.count)
    for (key, clicks) in links {
      let people = clicks.reduce(0) { $1.isBot ? $0 : $0 + $1.count }
      counted.append((try ClickScopes.add(people, to: key, in: database), clicks))
    }
    counted.sort { $0.link < $1.link }
    let state = try RollUpState.read(database)
    var referrers = ReferrerTable(database)
    var late = DaySums(database)
    for (link, clicks) in counted {
      for click in clicks.sorted(by: Self.isBefore) {
        let isCounted = click.referrerHost.isEmpty ? false : try increase(click, of: link)
        let click = isCounted ? click : try referrers.admit(click, link: link, &scopes)
        if click.referrerHost == CountedNames.other { capped += click.count }
        if state.includes(hour: click.hour, link: link) { try late.add(click, to: link, &scopes) }
        if !isCounted, state.keeps(click.hour) { try add(click, to: link) }
      }
    }
    try late.write()
  }

  /// The order of the primary key within a link.
  private static func isBefore(_ one: ClickCount, _ other: ClickCount) -> Bool {
    (one.hour, one.platform, one.referrerHost, one.outcome, one.isBot ? 1 : 0)
      < (other.hour, other.platform, other.referrerHost, other.outcome, other.isBot ? 1 : 0)
  }

  /// Adds to a row that is there, whose referrer is therefore told apart: most clicks are like
  /// others of their hour, and need no look at the names of the day.
  private func increase(_ click: ClickCount, of link: Int) throws(LinkStoreError) -> Bool {
    try database.run(
      "UPDATE clicks SET count = count + ? WHERE link = ? AND hour = ? AND platform = ? "
        + "AND referrer = ? AND outcome = ? AND bot = ?",
      [
        .int(click.count), .int(link), .int(click.hour), .text(click.platform),
        .text(click.referrerHost), .text(click.outcome), .flag(click.isBot),
      ]) == 1
  }

  private func add(_ click: ClickCount, to link: Int) throws(LinkStoreError) {
    try database.run(
      "INSERT INTO clicks (link, hour, platform, referrer, outcome, bot, count) "
        + "VALUES (?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
      [
        .int(link), .int(click.hour), .text(click.platform), .text(click.referrerHost),
        .text(click.outcome), .flag(click.isBot), .int(click.count),
      ])
  }

  // MARK: - Deletion

  /// Takes the clicks of a link out of every sum.
  mutating func forget(_ key: LinkKey) throws(LinkStoreError) {
    guard let link = try ClickScopes.existing(key, in: database) else { return }
    var sums = DaySums(database)
    try sums.withdraw(link, at: key, &scopes)
    try database.run("DELETE FROM clicks WHERE link = ?", [.int(link)])
    try database.run("DELETE FROM counted_links WHERE id = ?", [.int(link)])
  }
}
