import Links
import LinkStorage

/// Adds to the counters, inside a transaction.
struct CounterTables {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func add(_ clicks: [ClickCount], _ launches: [LaunchCount]) throws(LinkStoreError) {
    var ids: [LinkKey: Int] = [:]
    for click in clicks {
      if let id = ids[click.key] {
        try add(click, to: id)
      } else {
        let id = try self.id(of: click.key)
        ids[click.key] = id
        try add(click, to: id)
      }
    }
    for launch in launches { try add(launch) }
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

  private func id(of key: LinkKey) throws(LinkStoreError) -> Int {
    let place: [SQLValue] = [.text(key.host), .text(key.slug)]
    try database.run(
      "INSERT INTO counted_links (host, slug, total) VALUES (?,?,0) "
        + "ON CONFLICT (host, slug) DO NOTHING", place)
    return try database.first(
      "SELECT id FROM counted_links WHERE host = ? AND slug = ?", place
    ) { $0.int(0) } ?? 0
  }

  private func add(_ click: ClickCount, to id: Int) throws(LinkStoreError) {
    try database.run(
      "INSERT INTO clicks (link, hour, platform, referrer, outcome, bot, count) "
        + "VALUES (?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
      [
        .int(id), .int(click.hour), .text(click.platform), .text(click.referrerHost),
        .text(click.outcome), .flag(click.isBot), .int(click.count),
      ])
    guard !click.isBot else { return }
    try database.run(
      "UPDATE counted_links SET total = total + ? WHERE id = ?", [.int(click.count), .int(id)])
  }

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
