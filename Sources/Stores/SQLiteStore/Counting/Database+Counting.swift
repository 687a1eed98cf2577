package import LinkStorage
package import Links
package import SQLStorage

extension Database: CountingConnection {
  package static let counting = CountingDialect(
    total: "total", hours: "keiro.clicks", hoursOfAll: "keiro.clicks INDEXED BY clicks_by_hour",
    // One look-up for each day that has rows, however many it has.
    days: "(WITH RECURSIVE days(day) AS (SELECT min(day) FROM click_days WHERE day >= $1 "
      + "UNION ALL SELECT (SELECT min(day) FROM click_days WHERE day > days.day) FROM days "
      + "WHERE days.day < $2) SELECT day FROM days) CROSS JOIN click_days USING (day)",
    rollUp: "hour, link, kept_hour", sumsGroupsAtOnce: false,
    listed: "SELECT value FROM json_each(#)",
    isAmong: { key, rows in "(\(key)) IN (SELECT \(key) \(rows))" },
    names: { table, path in "\(table).details -> '$.\(path.joined(separator: "."))'" })

  package func forEachWaiting(
    _ links: WaitingLinks, isLabelled: Bool,
    _ body: (LinkKey, LinkClicks) throws(LinkStoreError) -> Void
  ) throws(LinkStoreError) {
    let state = try ClickLogState.read(self)
    var referrers = isLabelled ? ReferrerTable(self) : nil
    func pass(_ clicks: LinkClicks, ofHost host: String? = nil) throws(LinkStoreError) {
      // No key for a link that was forgotten.
      guard !clicks.sums.isEmpty, let key = try ClickScopes.key(of: clicks.link, in: self),
        host == nil || key.host == host
      else { return }
      try body(key, try referrers?.label(clicks, of: key) ?? clicks)
    }
    switch links {
    case .numbers(let links):
      for link in links { try pass(try WaitingClicks.of(link, state, in: self)) }
    case .range(let range):
      var waiting = try WaitingClicks(state, from: range.lowerBound, in: self)
      while let clicks = try waiting.next(), clicks.link <= range.upperBound { try pass(clicks) }
    case .all(let host):
      var waiting = try WaitingClicks(state, in: self)
      while let clicks = try waiting.next() { try pass(clicks, ofHost: host) }
    }
  }
}
