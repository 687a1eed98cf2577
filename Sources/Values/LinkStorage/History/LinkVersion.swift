package import Links

/// One state in the life of a place, with the change that brought it about.
package struct LinkVersion: Equatable, Sendable {
  /// Counts the versions of a place from 1; a link that is made again goes on counting.
  package let number: Int
  /// What happened to the link.
  package let kind: LinkEvent.Kind
  /// The change, its author and its time; nil for a version from before histories were kept, and for
  /// one whose change is forgotten.
  package let change: LinksChange?
  /// The link as the change left it; nil for a deletion.
  package let link: ShortLink?
  /// Clicks against `maxClicks` that a link had used when it was deleted.
  package var reservedClicks = 0

  package init(number: Int, kind: LinkEvent.Kind, change: LinksChange?, link: ShortLink?) {
    self.number = number
    self.kind = kind
    self.change = change
    self.link = link
  }
}

/// A change of links as a whole: an edit, or everything that an import did.
package struct LinksChange: Equatable, Sendable {
  /// Shared by the versions that it made and its entries in the audit log.
  package let number: Int
  package let time: Timestamp
  package let actor: AuditActor
  /// The number of the change that this one took back; nil for others.
  package let undoes: Int?

  package init(number: Int, time: Timestamp, actor: AuditActor, undoes: Int? = nil) {
    self.number = number
    self.time = time
    self.actor = actor
    self.undoes = undoes
  }
}

/// What a store keeps of one change of one link: enough to go back from the state behind it to the
/// state before it.
package struct KeptVersion: Equatable, Sendable {
  /// The identifier of the link, which tells the lives of a place apart.
  package var link: Int
  package var number: Int
  package var kind: LinkEvent.Kind
  /// Of the link after the change; of a deletion the last one.
  package var revision: Int
  /// As `LinkDifference` writes it; nil for a link that was made.
  package var before: String?

  package init(link: Int, number: Int, kind: LinkEvent.Kind, revision: Int, before: String?) {
    self.link = link
    self.number = number
    self.kind = kind
    self.revision = revision
    self.before = before
  }

  /// The state before the change.
  ///
  /// - Parameters:
  ///   - after: the state that the change left.
  ///   - key: the place.
  /// - Throws: when what was kept cannot be read.
  package func state(
    before after: ShortLink?, at key: LinkKey
  ) throws(LinkStoreError) -> ShortLink? {
    guard let before else { return nil }
    return try LinkDifference.applied(before, to: after ?? LinkDifference.blank(key))
  }
}

/// A kept version with the change that made it; nil for a change that is forgotten.
package struct VersionRow: Equatable, Sendable {
  package let kept: KeptVersion
  package let change: LinksChange?

  package init(kept: KeptVersion, change: LinksChange?) {
    self.kept = kept
    self.change = change
  }
}

extension LinkVersion {
  /// The versions of a place, newest first.
  ///
  /// - Parameters:
  ///   - rows: what is kept of them, newest first.
  ///   - current: the link that is there now.
  package static func told(
    _ rows: [VersionRow], from current: StoredLink?, at key: LinkKey
  ) throws(LinkStoreError) -> [LinkVersion] {
    var versions: [LinkVersion] = []
    var state = current?.link
    if let current, rows.first.map({ !$0.leads(to: current) }) ?? true {
      // A release that keeps no history has written last.
      let number = rows.first.map { $0.kept.number + 1 } ?? current.revision
      versions.append(.unsigned(number, current.link))
    }
    for row in rows {
      let kept = row.kept
      let isDeleted = kept.kind == .deleted
      guard isDeleted || state != nil else { return versions }
      var link = isDeleted ? nil : state
      if let change = row.change { link?.updatedAt = change.time }
      var version = LinkVersion(
        number: kept.number, kind: kept.kind, change: row.change, link: link)
      if isDeleted, let before = kept.before {
        version.reservedClicks = LinkDifference.reservedClicks(before)
      }
      versions.append(version)
      state = try kept.state(before: isDeleted ? nil : state, at: key)
    }
    if var state, let oldest = rows.last?.kept.number, oldest > 1 {
      state.updatedAt = state.createdAt
      versions.append(.unsigned(oldest - 1, state))
    }
    return versions
  }

  /// A version that nobody has noted.
  private static func unsigned(_ number: Int, _ link: ShortLink) -> LinkVersion {
    LinkVersion(number: number, kind: number == 1 ? .created : .updated, change: nil, link: link)
  }
}

extension VersionRow {
  fileprivate func leads(to link: StoredLink) -> Bool {
    kept.kind != .deleted && kept.link == link.id && kept.revision == link.revision
  }
}

extension LinkReversal {
  /// The way back over all rows of one change about one link, newest first.
  ///
  /// - Parameter current: the link as the change left it; nil for a deleted one.
  package init(
    _ kept: [KeptVersion], from current: StoredLink?, at key: LinkKey
  ) throws(LinkStoreError) {
    var state = current?.link
    for version in kept { state = try version.state(before: state, at: key) }
    self.init(
      key: key, expected: current, state: state,
      reservedClicks: kept.first?.before.map(LinkDifference.reservedClicks) ?? 0)
  }
}

/// How long histories of links are kept.
package struct HistoryRetention: Equatable, Sendable {
  /// The most versions of a link.
  package var versions = 50
  /// The most days of a version, of whichever link.
  package var days = 760

  package init() {}
}
