import LinkStorage
import Links
import SQLStorage

/// The distinguished referrers, determined by the rows of their days, inside a transaction.
struct ReferrerTable {
  private let database: Database
  private var names = ReferrerNames()
  /// The numbers of hosts; 0 for one that was never counted.
  private var hosts: [String: Int] = [:]

  init(_ database: Database) {
    self.database = database
  }

  /// The kind under which clicks are counted; a new referrer takes room.
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
    let ofLink = ReferrerNames.Scope(day: kind.day, number: link)
    let ofHost = ReferrerNames.Scope(day: kind.day, number: host)
    try read(ofLink, limit: CountedNames.referrersOfLink)
    try read(ofHost, limit: CountedNames.referrersOfHost)
    var kind = kind
    let isNew: Bool
    (kind.referrerHost, isNew) = names.label(kind.referrerHost, of: ofLink, on: ofHost)
    return (kind, isNew)
  }

  private mutating func read(
    _ scope: ReferrerNames.Scope, limit: Int
  ) throws(LinkStoreError) {
    guard !names.has(scope) else { return }
    let known = try database.rows(
      "SELECT DISTINCT name FROM click_days WHERE day = ? AND scope = ? AND dimension = ?",
      [.int(scope.day), .int(scope.number), .int(ClickDimension.referrer.rawValue)]
    ) { $0.text(0) }
    names.set(CountedNames(limit: limit, known: known.filter { !$0.isEmpty }), of: scope)
  }
}
