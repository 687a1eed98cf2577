import LinkStorage
import Links
import SQLStorage

/// Adds to the counters, inside a transaction.
struct CounterTables {
  private let database: Database
  private var scopes: ClickScopes
  private var referrers: ReferrerTable
  /// The number of clicks and launches counted as `other`.
  private(set) var capped = 0

  init(_ database: Database) {
    self.database = database
    scopes = ClickScopes(database)
    referrers = ReferrerTable(database)
  }

  /// Stores a batch: its launches in their tables, its clicks in the log.
  mutating func count(
    _ batch: CountBatch, _ now: Timestamp, _ known: inout LinkNumberCache
  ) throws(LinkStoreError) -> BatchAnswer {
    let writer = SQLValue.text(batch.writer.name)
    let last = try database.first(
      "SELECT sequence FROM writers WHERE name = ?", [writer]
    ) { $0.int(0) }
    try database.run(
      "INSERT INTO writers (name, sequence, seen_at) VALUES (?,?,?) ON CONFLICT DO UPDATE "
        + "SET sequence = max(sequence, excluded.sequence), seen_at = excluded.seen_at",
      [writer, .int(batch.sequence), .time(now)])
    guard batch.sequence > last ?? 0 else { return .repeated }
    try ClickLog(database).append(batch.clicks, now, &known)
    var launches = LaunchTable(database)
    for launch in batch.launches { try launches.add(launch) }
    capped += launches.capped
    try database.events.sum(batch.clicks.clicks, batch.launches)
    return .counted
  }

  /// - Returns: the number of launches that were new.
  mutating func add(_ reports: [CountedLaunch], _ now: Timestamp) throws(LinkStoreError) -> Int {
    var count = 0
    var launches = LaunchTable(database)
    var identifiers = 0
    var counted: [LaunchCount] = []
    for report in reports {
      if let id = report.id {
        let isNew = try database.run(
          "INSERT INTO launch_ids (id, seen_at) VALUES (?,?) ON CONFLICT DO NOTHING",
          [.text(id), .time(now)])
        guard isNew == 1 else { continue }
        identifiers += 1
      }
      try launches.add(report.launch)
      counted.append(report.launch)
      count += 1
    }
    try database.events.sum([], counted)
    capped += launches.capped
    if identifiers > 0 { try bound(identifiers) }
    return count
  }

  /// Deletes the oldest identifiers to make room for new ones.
  private func bound(_ new: Int) throws(LinkStoreError) {
    let known = try database.first(
      "UPDATE rollup SET launch_ids = launch_ids + ? RETURNING launch_ids", [.int(new)]
    ) { $0.int(0) }
    guard let known, known > CountedLaunch.identifiersKept else { return }
    let forgotten = try database.run(
      "DELETE FROM launch_ids WHERE id IN (SELECT id FROM launch_ids ORDER BY seen_at LIMIT ?)",
      [.int(known - CountedLaunch.identifiersKept)])
    try database.run("UPDATE rollup SET launch_ids = launch_ids - ?", [.int(forgotten)])
  }

  // MARK: - Clicks

  /// Adds clicks of a link; without effect if its number no longer exists.
  mutating func add(
    _ clicks: LinkClicks, _ state: RollUpState, _ sums: inout DaySums
  ) throws(LinkStoreError) {
    let link = clicks.link
    let isThere = try database.run(
      "UPDATE counted_links SET total = total + ? WHERE id = ?",
      [.int(clicks.people), .int(link)])
    guard isThere == 1 else { return }
    try addTraits(clicks, &sums)
    let clicks = clicks.withoutTraits
    // Most clicks do not need the key of their link.
    let isLate = clicks.sums.contains { state.includes(hour: $0.kind.hour, link: link) }
    let hasReferrers = clicks.sums.contains { !$0.kind.referrerHost.isEmpty }
    let key = isLate || hasReferrers ? try ClickScopes.key(of: link, in: database) : nil
    let linkKey = key ?? LinkKey.everything
    for click in hasReferrers ? try admitted(clicks, linkKey) : clicks.counts(at: linkKey) {
      if state.includes(hour: click.hour, link: link) { try sums.add(click, to: link, &scopes) }
      if state.keeps(click.hour) { try add(click, to: link) }
    }
  }

  /// Adds traits, which have no hours, to their days at once.
  private mutating func addTraits(
    _ clicks: LinkClicks, _ sums: inout DaySums
  ) throws(LinkStoreError) {
    guard clicks.sums.contains(where: { $0.kind.traits != .none }),
      let key = try ClickScopes.key(of: clicks.link, in: database)
    else { return }
    for (kind, count) in clicks.sums where kind.traits != .none {
      try sums.addTraits(
        ClickCount(key: key, kind: kind, count: count), to: clicks.link, &scopes)
    }
  }

  /// The clicks with their admitted referrers, in the order of the primary key.
  private mutating func admitted(
    _ clicks: LinkClicks, _ key: LinkKey
  ) throws(LinkStoreError) -> [ClickCount] {
    var labelled = LinkClicks(link: clicks.link)
    for (kind, count) in clicks.sums {
      let click = try referrers.admit(
        ClickCount(key: key, kind: kind, count: count), link: clicks.link, &scopes)
      if click.referrerHost == CountedNames.other { capped += count }
      labelled.add(count, of: click.kind)
    }
    return labelled.counts(at: key)
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

  /// Subtracts the clicks of a link from every sum.
  mutating func forget(_ key: LinkKey) throws(LinkStoreError) {
    guard let link = try ClickScopes.existing(key, in: database) else { return }
    var sums = DaySums(database)
    try sums.withdraw(link, at: key, &scopes)
    try database.run("DELETE FROM clicks WHERE link = ?", [.int(link)])
    try database.run("DELETE FROM counted_links WHERE id = ?", [.int(link)])
    // Pending clicks with this number are invalid from now on.
    try database.run("UPDATE click_log_state SET forgotten = forgotten + 1")
  }
}

extension LinkClicks {
  /// The counts in the order of the primary key of `clicks`.
  fileprivate func counts(at key: LinkKey) -> [ClickCount] {
    let sorted = sums.count < 2 ? sums : sums.sorted { Self.isBefore($0.kind, $1.kind) }
    return sorted.map { ClickCount(key: key, kind: $0.kind, count: $0.count) }
  }

  private static func isBefore(_ one: ClickKind, _ other: ClickKind) -> Bool {
    (one.hour, one.platform, one.referrerHost, one.outcome, one.isBot ? 1 : 0)
      < (other.hour, other.platform, other.referrerHost, other.outcome, other.isBot ? 1 : 0)
  }
}
