import JSONSyntax
package import LinkStorage
package import Links
package import SiteModel

/// The creation, changing and deletion of links. Each change is one function: a decision on the
/// existing data, then one write in the caller's name.
///
/// Calls wait for the store, so they belong on threads that may block, and never in a completion.
package struct LinkEditor: Sendable, StoreCaller {
  /// Called for each link that may have changed, before the change is answered.
  package typealias Note = @Sendable (_ key: LinkKey) -> Void

  package typealias Store =
    ManagedLinks & HistoryKeeping & ClickLimits & EventOutbox & SharedValues & AuditKeeping

  let authority: Authority
  let store: any Store
  let sites: ServiceSnapshot
  let now: Timestamp
  let note: Note

  /// The number of attempts after which the link counts as busy.
  static let attempts = 30

  /// - Parameter note: called for each changed link, to invalidate caches.
  package init(
    by authority: Authority, in store: any Store, of sites: ServiceSnapshot,
    at now: Timestamp, note: @escaping Note = { _ in }
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
    if let found = try read(store.currentLink(at: key)) { return found }
    let canonical = sites.canonical(key)
    return canonical == key ? nil : try read(store.currentLink(at: canonical))
  }

  /// The number of links for which the store is asked at once.
  static let pageSize = 1000

  /// The links at those canonical keys that have one.
  func current(_ keys: some Sequence<LinkKey>) throws(ChangeError) -> [LinkKey: ShortLink] {
    let keys = Array(Set(keys))
    var links: [LinkKey: ShortLink] = [:]
    for start in stride(from: 0, to: keys.count, by: Self.pageSize) {
      let part = Array(keys[start..<min(start + Self.pageSize, keys.count)])
      for stored in try read(store.currentLinks(at: part)) { links[stored.link.key] = stored.link }
    }
    return links
  }

  /// What is odd about the names of links, for which the store is asked at once.
  ///
  /// - Parameter isThere: whether a link is at a key, for the sake of another key; nil where the store
  ///   knows.
  func oddities(
    of keys: [LinkKey], isThere: (_ asked: LinkKey, _ key: LinkKey) -> Bool?
  ) throws(ChangeError) -> [[LinkOddity]] {
    var asked: Set<LinkKey> = []
    var open: Set<Int> = []
    var oddities = keys.enumerated().map { index, key in
      sites.oddities(of: key) { other in
        if let isThere = isThere(other, key) { return isThere }
        asked.insert(sites.canonical(other))
        open.insert(index)
        return false
      }
    }
    let there = try current(asked)
    for index in open {
      oddities[index] = sites.oddities(of: keys[index]) { other in
        isThere(other, keys[index]) ?? (there[sites.canonical(other)] != nil)
      }
    }
    return oddities
  }

  /// The addresses of a link that would trap its visitors in a circle; nil for a link that leads only
  /// to other services.
  ///
  /// - Parameter others: links as they will be, and nil for keys without one; all others are those of
  ///   the store.
  func circles(
    of link: ShortLink, among others: [LinkKey: ShortLink?] = [:]
  ) throws(ChangeError) -> [SiteRules.Fault]? {
    try read(
      sites.circles(of: link) { key throws(LinkStoreError) in
        if let other = others[key] { return other }
        return try store.currentLink(at: key)?.link
      })
  }
}

extension LinkEditor {
  /// Returns a link to an earlier version, of which only the clicks stay as they are; a deleted one
  /// gets its clicks back. Like any other change, it is refused if the link's site no longer allows the result.
  ///
  /// - Parameter number: the number of the version; nil for the latest before the current state.
  package func restore(
    _ key: LinkKey, version number: Int?, if precondition: LinkPrecondition = .none
  ) throws(ChangeError) -> StoredLink {
    try requireWriting(key)
    for _ in 0..<Self.attempts {
      let there = try current(key)
      if let there {
        try decided(precondition.check(there))
      } else if precondition.expected != nil {
        throw .refused(.linkNotFound(key))
      }
      let storedKey = there?.link.key ?? sites.canonical(key)
      let versions = try read(store.versions(of: storedKey))
      guard !versions.isEmpty else { throw .refused(.linkNotFound(key)) }
      let version = versions.restorable(number)
      guard
        let version,
        let wanted = version.link?
          .keepingClicks(of: there?.link ?? versions.lazy.compactMap(\.link).first)
      else {
        throw .refused(.versionNotFound(key, number))
      }
      if let there, wanted.isLike(there.link) { return there }
      guard let restored = try write(wanted, of: version.id, over: there, versions) else {
        continue
      }
      return restored
    }
    throw .refused(.linkBusy(key))
  }

  /// Writes the link; nil when others have changed it since it was read.
  private func write(
    _ wanted: ShortLink, of link: Int, over there: StoredLink?, _ versions: [LinkVersion]
  ) throws(ChangeError) -> StoredLink? {
    let faults = try newFaults(of: wanted, since: there?.link)
    guard faults.isEmpty else { throw .refused(.invalid(faults)) }
    guard let there else { return try remake(wanted, of: link, versions) }
    let plan = PlannedLink(there: there, link: wanted)
    let answer = try written { write(plan, by: authority.actor, completion: $1) }
    note(wanted.key)
    if case .done(let stored) = answer { return stored }
    return nil
  }

  private func remake(
    _ wanted: ShortLink, of link: Int, _ versions: [LinkVersion]
  ) throws(ChangeError) -> StoredLink? {
    if let taken = try taken(wanted.key) { throw .refused(.slugTaken(taken)) }
    var state = wanted
    state.isEdited = true
    let reversal = LinkReversal(
      key: wanted.key, expected: nil, state: state,
      reservedClicks: versions.first?.reservedClicks ?? 0, former: link)
    let done = try written {
      $0.revert([reversal], homes: homes, by: authority.actor, now: now, completion: $1)
    }
    note(wanted.key)
    return done == [true] ? try current(wanted.key) : nil
  }
}

extension [LinkVersion] {
  /// The version to return to; nil when it does not exist or is a deletion.
  fileprivate func restorable(_ number: Int?) -> LinkVersion? {
    if let number { return first { $0.number == number && $0.link != nil } }
    return dropFirst().first { $0.link != nil }
  }
}
