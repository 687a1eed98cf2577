import Links
import LinkStorage

/// Adds to the counters, inside a transaction.
///
/// The hottest write there is: each link is looked up once, and rows go in by the order of their
/// keys, so that each page of a table is visited once.
struct CounterTables {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func count(_ batch: CountBatch, _ now: Timestamp) throws(LinkStoreError) -> BatchAnswer {
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
    for launch in batch.launches { try add(launch) }
    return .counted
  }

  /// - Returns: how many were new.
  func add(_ reports: [LaunchReport], _ now: Timestamp) throws(LinkStoreError) -> Int {
    var count = 0
    for report in reports {
      if let id = report.id {
        let isNew = try database.run(
          "INSERT INTO launch_ids (id, seen_at) VALUES (?,?) ON CONFLICT DO NOTHING",
          [.text(id), .time(now)])
        guard isNew == 1 else { continue }
      }
      try add(report.launch)
      count += 1
    }
    return count
  }

  // MARK: - Clicks

  private func add(_ clicks: [ClickCount]) throws(LinkStoreError) {
    let links = Dictionary(grouping: clicks, by: \.key).sorted { one, other in
      (one.key.host, one.key.slug) < (other.key.host, other.key.slug)
    }
    var counted: [(link: Int, clicks: [ClickCount])] = []
    counted.reserveCapacity(links.count)
    for (key, clicks) in links {
      let people = clicks.reduce(0) { $1.isBot ? $0 : $0 + $1.count }
      counted.append((try add(people, to: key), clicks))
    }
    counted.sort { $0.link < $1.link }
    for (link, clicks) in counted {
      for click in clicks.sorted(by: Self.isBefore) { try add(click, to: link) }
    }
  }

  /// The order of the primary key within a link.
  private static func isBefore(_ one: ClickCount, _ other: ClickCount) -> Bool {
    (one.hour, one.platform, one.referrerHost, one.outcome, one.isBot ? 1 : 0)
      < (other.hour, other.platform, other.referrerHost, other.outcome, other.isBot ? 1 : 0)
  }

  /// Adds to a link's total.
  ///
  /// - Returns: by which number the link is counted.
  private func add(_ people: Int, to key: LinkKey) throws(LinkStoreError) -> Int {
    let number = try database.first(
      "INSERT INTO counted_links (host, slug, total) VALUES (?,?,?) "
        + "ON CONFLICT (host, slug) DO UPDATE SET total = total + excluded.total RETURNING id",
      [.text(key.host), .text(key.slug), .int(people)]
    ) { $0.int(0) }
    guard let number else {
      throw LinkStoreError(
        kind: .failed, code: 0, message: "a counted link has no number",
        operation: "write counted_links")
    }
    return number
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

  // MARK: - Launches

  private func add(_ launch: LaunchCount) throws(LinkStoreError) {
    try database.run(
      "INSERT INTO launches (day, app, event, app_version, system_version, count) "
        + "VALUES (?,?,?,?,?,?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
      [
        .int(launch.day), .text(launch.app), .text(launch.event), .text(launch.appVersion),
        .text(launch.systemVersion), .int(launch.count),
      ])
  }
}
