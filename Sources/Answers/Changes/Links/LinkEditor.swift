package import LinkStorage
package import Links
package import SiteModel

/// The creation, changing and deletion of links. Each change is one function: a decision on the
/// existing data, then one write in the caller's name.
///
/// Calls wait for the store, so they belong on threads that may block, and never in a completion.
package struct LinkEditor: Sendable, StoreCaller {
  /// Called for each link that may have changed, before the change is answered.
  package typealias Note = @Sendable (_ key: LinkKey, _ isDeleted: Bool) -> Void

  /// The roles of a store that these changes need.
  package typealias Store = ManagedLinks & HistoryKeeping & ClickLimits & EventOutbox & SharedValues

  let authority: Authority
  let store: any Store
  /// The sites within the caller's reach.
  let sites: ServiceSnapshot
  let now: Timestamp
  let note: Note

  /// The number of attempts after which the link counts as busy.
  static let attempts = 30

  /// - Parameter note: called for each changed link, to invalidate caches.
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

  /// The author for several writes that make up one change.
  func actorOfMany(undoing change: Int? = nil) throws(ChangeError) -> AuditActor {
    var actor = authority.actor
    actor.change = try written {
      $0.beginChange(undoing: change, by: authority.actor, now: now, completion: $1)
    }
    return actor
  }

  /// Where no link may be for one to be created.
  var homes: OtherHomes { { [sites] in sites.otherHomes(of: $0) } }

  func current(_ key: LinkKey) throws(ChangeError) -> StoredLink? {
    try read { store throws(LinkStoreError) in
      if let found = try store.currentLink(at: key) { return found }
      let canonical = sites.canonical(key)
      return canonical == key ? nil : try store.currentLink(at: canonical)
    }
  }

  /// The addresses of a link that would trap its visitors in a circle; nil for a link that leads only
  /// to other services.
  ///
  /// - Parameter others: links as they will be, and nil for keys without one; all others are those of
  ///   the store.
  func circles(
    of link: ShortLink, among others: [LinkKey: ShortLink?] = [:]
  ) throws(ChangeError) -> [SiteRules.Fault]? {
    try read { store throws(LinkStoreError) in
      try sites.circles(of: link) { key throws(LinkStoreError) in
        if let other = others[key] { return other }
        return try store.currentLink(at: key)?.link
      }
    }
  }
}
