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
    guard try database.begin(batch, now) else { return .repeated }
    let clicks = batch.clicks
    try database.append(clicks, now, &known)
    capped += try database.add(batch.launches)
    try database.sumForWebhooks(clicks.clicks, batch.launches)
    return .counted
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
    // Clicks that go to hours alone do not need the host of their link.
    let needsHost = clicks.sums.contains { kind, _ in
      kind.traits != .none || !kind.referrerHost.isEmpty
        || state.includes(hour: kind.hour, link: link)
    }
    let groups = needsHost ? try scopes.groups(ofLink: link) : []
    for (kind, count) in clicks.sums { sums.addTraits(kind, count, to: [link] + groups) }
    for (kind, count) in try admitted(clicks, host: groups.first ?? 0).sorted {
      if state.includes(hour: kind.hour, link: link) {
        sums.add(kind, count, to: [link] + groups, hourOf: groups)
      }
      if state.keeps(kind.hour) { try add(count, of: kind, to: link) }
    }
  }

  /// The clicks as kept by hour: without traits, and under admitted referrers.
  private mutating func admitted(
    _ clicks: LinkClicks, host: Int
  ) throws(LinkStoreError) -> LinkClicks {
    var admitted = LinkClicks(link: clicks.link)
    for (kind, count) in clicks.sums where !kind.traits.isFirstOpening {
      var plain = kind
      plain.traits = .none
      plain = try referrers.admit(plain, link: clicks.link, host: host)
      if plain.referrerHost == CountedNames.other { capped += count }
      admitted.add(count, of: plain)
    }
    return admitted
  }

  private func add(_ count: Int, of kind: ClickKind, to link: Int) throws(LinkStoreError) {
    try database.run(
      "INSERT INTO clicks (link, hour, platform, referrer, outcome, bot, count) "
        + "VALUES (?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
      [
        .int(link), .int(kind.hour), .text(kind.platform), .text(kind.referrerHost),
        .text(kind.outcome), .flag(kind.isBot), .int(count),
      ])
  }

  /// Adds a page of another store's counts.
  mutating func take(_ page: CountPage) throws(LinkStoreError) -> BatchAnswer {
    guard try database.begin(page) else { return .repeated }
    let state = try database.rollUpState()
    var sums = DaySums()
    for link in try database.placed(page) {
      let number = try scopes.number(of: link.key)
      var clicks = LinkClicks(link: number)
      for click in link.hours { clicks.add(click.count, of: click.kind) }
      try add(clicks, state, &sums)
      try database.run(
        "UPDATE counted_links SET total = total + ? WHERE id = ?",
        [.int(link.total - link.peopleByHour), .int(number)])
      let scopes = [number] + (try scopes.groups(of: link.key))
      for (key, count) in link.days { sums.add(count, under: key, to: scopes) }
    }
    try sums.write(database)
    try database.addRest(of: page)
    return .counted
  }
}
