import LinkStorage
import Links
import SQLStorage

/// The distinguished referrers, determined by the rows of their days, inside a transaction.
struct ReferrerTable {
  private struct Key: Hashable {
    let day: Int
    let scope: Int
  }

  private let database: Database
  private var names: [Key: CountedNames] = [:]
  /// The numbers of hosts; 0 for one that was never counted.
  private var hosts: [String: Int] = [:]

  init(_ database: Database) {
    self.database = database
  }

  /// The kind under which clicks are counted; a new referrer takes room.
  ///
  /// - Parameters:
  ///   - kind: the kind of the clicks.
  ///   - link: the number of their link.
  ///   - host: the number of its host.
  mutating func admit(
    _ kind: ClickKind, link: Int, host: Int
  ) throws(LinkStoreError) -> ClickKind {
    let (kind, isNew) = try label(kind, link: link, host: host)
    guard isNew else { return kind }
    for scope in [link, host] {
      try database.run(
        "INSERT INTO click_days (day, scope, dimension, name, bot, count) VALUES (?,?,?,?,0,0) "
          + "ON CONFLICT DO NOTHING",
        [
          .int(kind.day), .int(scope), .int(ClickDimension.referrer.rawValue),
          .text(kind.referrerHost),
        ])
    }
    return kind
  }

  /// Clicks of a link as they will be counted, taking the referrers admitted so far into account.
  mutating func label(
    _ clicks: LinkClicks, of key: LinkKey
  ) throws(LinkStoreError) -> LinkClicks {
    if hosts[key.host] == nil {
      hosts[key.host] = try database.countedNumber(of: LinkKey.links(of: key.host)) ?? 0
    }
    let host = hosts[key.host] ?? 0
    var labelled = LinkClicks(link: clicks.link)
    for (kind, count) in clicks.sums {
      labelled.add(count, of: try label(kind, link: clicks.link, host: host).kind)
    }
    return labelled
  }

  private mutating func label(
    _ kind: ClickKind, link: Int, host: Int
  ) throws(LinkStoreError) -> (kind: ClickKind, isNew: Bool) {
    guard !kind.referrerHost.isEmpty else { return (kind, false) }
    let keys = [Key(day: kind.day, scope: link), Key(day: kind.day, scope: host)]
    var both = ReferrerNames(
      link: try names(keys[0], limit: CountedNames.referrersOfLink),
      host: try names(keys[1], limit: CountedNames.referrersOfHost))
    // Removed from the dictionary, so that adding one does not copy them.
    for key in keys { names[key] = nil }
    defer { (names[keys[0]], names[keys[1]]) = (both.link, both.host) }
    var kind = kind
    let isNew: Bool
    (kind.referrerHost, isNew) = both.label(kind.referrerHost)
    return (kind, isNew)
  }

  private func names(_ key: Key, limit: Int) throws(LinkStoreError) -> CountedNames {
    if let known = names[key] { return known }
    let known = try database.rows(
      "SELECT DISTINCT name FROM click_days WHERE day = ? AND scope = ? AND dimension = ?",
      [.int(key.day), .int(key.scope), .int(ClickDimension.referrer.rawValue)]
    ) { $0.text(0) }
    return CountedNames(limit: limit, known: known.filter { !$0.isEmpty })
  }
}
