package import LinkStorage
package import Links
package import SQLStorage

extension Database {
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
