package import LinkStorage
package import Links
package import SiteModel

/// What somebody makes, changes and deletes of links: each change is one function, a decision over
/// what is there, then one write in the caller's name.
///
/// It waits for the store, so it belongs on threads that may, and never in a completion.
package struct LinkEditor: Sendable {
  /// Hears of each link that may have changed before the change is answered.
  package typealias Note = @Sendable (_ key: LinkKey, _ isDeleted: Bool) -> Void

  /// What such changes need of a store.
  package typealias Store = ManagedLinks & HistoryKeeping

  let authority: Authority
  let store: any Store
  /// The sites as far as the caller reaches them.
  let sites: ServiceSnapshot
  let now: Timestamp
  let note: Note

  /// After this many attempts others are in the way for good.
  static let attempts = 30

  /// - Parameter note: drops what was remembered of a link.
  package init(
    by authority: Authority, in store: any Store, of sites: ServiceSnapshot,
    at now: Timestamp, note: @escaping Note = { _, _ in }
  ) {
    self.authority = authority
    self.store = store
    self.sites = authority.reach.patterns.map(sites.bounded) ?? sites
    self.now = now
    self.note = note
  }

  /// In whose name several writes are made that are one change.
  func actorOfMany(undoing change: Int? = nil) throws(ChangeError) -> AuditActor {
    var actor = authority.actor
    actor.change = try stored { () throws(LinkStoreError) in
      try waitForAnswer {
        store.beginChange(undoing: change, by: authority.actor, now: now, completion: $0)
      }
    }
    return actor
  }

  func current(_ key: LinkKey) throws(ChangeError) -> StoredLink? {
    try stored { () throws(LinkStoreError) in
      if let found = try store.currentLink(at: key) { return found }
      let canonical = sites.canonical(key)
      return canonical == key ? nil : try store.currentLink(at: canonical)
    }
  }

  /// The addresses of a link from which its visitors would never get away.
  func circles(of link: ShortLink) throws(ChangeError) -> [SiteRules.Fault] {
    try stored { () throws(LinkStoreError) in
      try sites.circles(of: link) { key throws(LinkStoreError) in
        try store.currentLink(at: key)?.link
      } ?? []
    }
  }
}
