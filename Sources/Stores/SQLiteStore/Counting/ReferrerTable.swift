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

  init(_ database: Database) {
    self.database = database
  }

  /// The clicks of a link with an admitted referrer.
  mutating func admit(
    _ click: ClickCount, link: Int, _ scopes: inout ClickScopes
  ) throws(LinkStoreError) -> ClickCount {
    guard !click.referrerHost.isEmpty else { return click }
    let host = try scopes.number(of: LinkKey.links(of: click.key.host))
    let (referrer, isNew) = try label(click.kind, link: link, host: host)
    if isNew {
      for scope in [link, host] { try register(referrer, on: click.kind.day, scope) }
    }
    var click = click
    click.referrerHost = referrer
    return click
  }

  /// The referrer to count under, taking the referrers admitted so far into account.
  ///
  /// - Parameters:
  ///   - kind: the kind of the clicks.
  ///   - link: the number of their link.
  ///   - host: the number of its host; 0 for a host without one.
  mutating func label(
    _ kind: ClickKind, link: Int, host: Int
  ) throws(LinkStoreError) -> (name: String, isNew: Bool) {
    guard !kind.referrerHost.isEmpty else { return ("", false) }
    let keys = [Key(day: kind.day, scope: link), Key(day: kind.day, scope: host)]
    var both = ReferrerNames(
      link: try names(keys[0], limit: CountedNames.referrersOfLink),
      host: try names(keys[1], limit: CountedNames.referrersOfHost))
    // Removed from the dictionary, so that adding one does not copy them.
    for key in keys { names[key] = nil }
    defer { (names[keys[0]], names[keys[1]]) = (both.link, both.host) }
    return both.label(kind.referrerHost)
  }

  private func names(_ key: Key, limit: Int) throws(LinkStoreError) -> CountedNames {
    if let known = names[key] { return known }
    let known = try database.rows(
      "SELECT DISTINCT name FROM click_days WHERE day = ? AND scope = ? AND dimension = ?",
      [.int(key.day), .int(key.scope), .int(ClickDimension.referrer.rawValue)]
    ) { $0.text(0) }
    return CountedNames(limit: limit, known: known.filter { !$0.isEmpty })
  }

  private func register(
    _ referrer: String, on day: Int, _ scope: Int
  ) throws(LinkStoreError) {
    try database.run(
      "INSERT INTO click_days (day, scope, dimension, name, bot, count) VALUES (?,?,?,?,0,0) "
        + "ON CONFLICT DO NOTHING",
      [
        .int(day), .int(scope), .int(ClickDimension.referrer.rawValue), .text(referrer),
      ])
  }
}

extension ClickKind {
  /// The day, in days since 1970-01-01.
  fileprivate var day: Int { StatisticsPeriod.day(ofHour: hour) }
}
