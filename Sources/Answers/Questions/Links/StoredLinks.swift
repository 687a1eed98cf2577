package import LinkImport
package import LinkStorage
package import Links
package import SiteModel

/// The links of a store as questions read them. The store may be opened lazily; if opening or
/// reading it fails, so does the question.
package struct StoredLinks {
  package typealias Store = ManagedLinks & ClickLimits

  private let open: Opening
  /// The hosts whose links are visited.
  private let reach: HostReach
  /// A link that is taken for one of the store.
  private let planned: ShortLink?
  /// Where deleted links are looked up; nil when they count as absent.
  private var former: (any HistoryKeeping)?

  /// Opens the store; called for each look-up, so that an unneeded store stays closed.
  package typealias Opening = () throws(LinkStoreError) -> any Store

  /// - Parameter open: called for each look-up.
  package init(
    within reach: HostReach = .everywhere, planned: ShortLink? = nil, _ open: @escaping Opening
  ) {
    self.open = open
    self.reach = reach
    self.planned = planned
  }

  /// Looks up links in a store that is already open.
  ///
  /// - Parameter former: where deleted links are found, as they were last; nil for links that are
  ///   there alone.
  package init(
    _ store: any Store, within reach: HostReach = .everywhere, planned: ShortLink? = nil,
    former: (any HistoryKeeping)? = nil
  ) {
    self.init(within: reach, planned: planned) { () throws(LinkStoreError) in store }
    self.former = former
  }

  /// Answers a question that looks up links.
  ///
  /// - Parameter known: a link that need not be looked up.
  package func asked<Answer>(
    _ snapshot: ServiceSnapshot, knowing known: FoundLink? = nil, _ ask: (LinkNotebook) -> Answer
  ) throws(LinkStoreError) -> Answer {
    var failure: LinkStoreError?
    func noting<Value>(
      _ read: () throws(LinkStoreError) -> Value
    ) throws(LinkStoreError) -> Value {
      // A store that has failed is not asked again.
      if let failure { throw failure }
      do throws(LinkStoreError) {
        return try read()
      } catch {
        failure = error
        throw error
      }
    }
    let notebook = LinkNotebook(snapshot) { key in
      if let known, known.link.key == key { return known }
      return try noting { () throws(LinkStoreError) in try found(key) }
    } countClicks: { link in
      try noting { () throws(LinkStoreError) in try usedClicks(of: link) }
    }
    let answer = ask(notebook)
    if let failure { throw failure }
    return answer
  }

  private func found(_ key: LinkKey) throws(LinkStoreError) -> FoundLink? {
    if let planned, planned.key == key { return FoundLink(planned, clicks: 0) }
    guard let stored = try open().currentLink(at: key) else {
      return try former?.versions(of: key).lazy.compactMap(\.link).first.map { FoundLink($0) }
    }
    return FoundLink(stored.link, clicks: try usedClicks(of: stored.link))
  }

  /// The number that counts against a link's limit: reserved clicks, including those not counted
  /// yet or never to be counted. 0 for a link without a limit.
  private func usedClicks(of link: ShortLink) throws(LinkStoreError) -> Int {
    link.maxClicks == nil ? 0 : try open().reservedClicks(of: LinkLife(link))
  }

  /// Visits every link within the reach in bounded memory.
  func forEach(_ body: (FoundLink) throws(LinkStoreError) -> Void) throws(LinkStoreError) {
    var failure: LinkStoreError?
    try open().forEachLink { stored in
      guard reach.covers(stored.link.host) else { return true }
      do throws(LinkStoreError) {
        try body(FoundLink(stored.link, clicks: try usedClicks(of: stored.link)))
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }
}

extension CarriedCounts {
  package init(
    of link: ShortLink, in store: any ClickCounting & ClickLimits
  ) throws(LinkStoreError) {
    self.init(
      clicks: try store.clicks(of: link.key).addingClamped(link.importedClicks ?? 0),
      reserved: try link.maxClicks == nil ? 0 : store.reservedClicks(of: LinkLife(link)))
  }
}
