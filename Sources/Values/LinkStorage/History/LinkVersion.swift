package import Links

/// One state of the link at a host and slug, with the change that led to it.
package struct LinkVersion: Equatable, Sendable {
  /// The number of the version there, from 1; a link that is created again continues the numbering.
  package let number: Int
  /// The identifier of the link, which distinguishes successive links at one host and slug.
  package let id: Int
  /// The revision of the link after the change; for a deletion, its last one.
  package let revision: Int
  package let kind: Kind
  /// The change with its author and time; nil for a version from before histories were kept, and for
  /// one whose change was forgotten.
  package let change: LinksChange?
  /// The link as the change left it; nil for a deletion.
  package let link: ShortLink?
  /// The clicks counted against `maxClicks` that a link had used when it was deleted.
  package var reservedClicks = 0

  /// Versions are stored with the number.
  package enum Kind: Int, Sendable {
    case created = 0, updated, deleted
  }
}

/// A change of links as a whole: one edit, or everything that one import did.
package struct LinksChange: Equatable, Sendable {
  /// The number shared by its versions and its audit entries.
  package let number: Int
  package let time: Timestamp
  package let actor: AuditActor
  /// The number of the change that this one undid; nil for others.
  package let undoes: Int?

  package init(number: Int, time: Timestamp, actor: AuditActor, undoes: Int? = nil) {
    self.number = number
    self.time = time
    self.actor = actor
    self.undoes = undoes
  }
}

/// The stored form of one change of one link: enough to return to the state before it.
package struct KeptVersion: Equatable, Sendable {
  /// The identifier of the link, which distinguishes successive links at one host and slug.
  package let link: Int
  /// The number of the version at its host and slug, from 1.
  package let number: Int
  package let kind: LinkVersion.Kind
  /// The revision of the link after the change; for a deletion, its last one.
  package let revision: Int
  /// The difference that `LinkDifference` writes; nil for a link that was created.
  package let before: String?
  /// The key of a deleted link; nil for others.
  package let key: LinkKey?
  /// Nil for a change that was forgotten.
  package let change: LinksChange?

  package init(
    link: Int, number: Int, kind: LinkVersion.Kind, revision: Int, before: String?, key: LinkKey?,
    change: LinksChange?
  ) {
    self.link = link
    self.number = number
    self.kind = kind
    self.revision = revision
    self.before = before
    self.key = key
    self.change = change
  }

  /// The state before the change.
  ///
  /// - Parameter after: the state after the change; nil for a deletion.
  /// - Throws: an error if the stored difference cannot be read.
  package func state(
    before after: ShortLink?, at key: LinkKey
  ) throws(LinkStoreError) -> ShortLink? {
    guard let before else { return nil }
    return try LinkDifference.applied(before, to: after ?? LinkDifference.blank(key))
  }
}

extension LinkVersion {
  /// The versions at one host and slug, newest first.
  ///
  /// - Parameter rows: the stored versions, newest first.
  package static func versions(
    _ rows: [KeptVersion], from current: StoredLink?, at key: LinkKey
  ) throws(LinkStoreError) -> [LinkVersion] {
    var versions: [LinkVersion] = []
    var state = current?.link
    if let current, rows.first.map({ !$0.leads(to: current) }) ?? true {
      // The last writer was a release that keeps no history.
      let number = rows.first.map { $0.number + 1 } ?? current.revision
      versions.append(.unsigned(number, current.link, current.id, current.revision))
    }
    for (kept, earlier) in zip(rows, rows.dropFirst().map(\.number) + [0]) {
      let isDeleted = kept.kind == .deleted
      guard isDeleted || state != nil else { return versions }
      var link = isDeleted ? nil : state
      if let change = kept.change { link?.updatedAt = change.time }
      var version = LinkVersion(
        number: kept.number, id: kept.link, revision: kept.revision, kind: kept.kind,
        change: kept.change, link: link)
      if isDeleted, let before = kept.before {
        version.reservedClicks = LinkDifference.reservedClicks(before)
      }
      versions.append(version)
      state = try kept.state(before: isDeleted ? nil : state, at: key)
      // The row before is missing where it was removed by age, or stayed in the store that was copied.
      if var state, kept.number - 1 > earlier {
        state.updatedAt = state.createdAt
        let revision = isDeleted ? kept.revision : kept.revision - 1
        versions.append(.unsigned(kept.number - 1, state, kept.link, revision))
      }
    }
    return versions
  }

  /// A version without a recorded change.
  private static func unsigned(
    _ number: Int, _ link: ShortLink, _ id: Int, _ revision: Int
  ) -> LinkVersion {
    LinkVersion(
      number: number, id: id, revision: revision, kind: number == 1 ? .created : .updated,
      change: nil, link: link)
  }
}

extension KeptVersion {
  /// Whether this version is the state of a link; a deletion leads to none.
  package func leads(to stored: StoredLink?) -> Bool {
    guard kind != .deleted, let stored else { return kind == .deleted && stored == nil }
    return link == stored.id && revision == stored.revision
  }
}

extension LinkReversal {
  /// How to undo all rows of one change to one link, newest first.
  ///
  /// - Parameter current: the link as the change left it; nil for a deleted one.
  init(
    _ kept: [KeptVersion], from current: StoredLink?, at key: LinkKey
  ) throws(LinkStoreError) {
    var state = current?.link
    for version in kept { state = try version.state(before: state, at: key) }
    self.init(
      key: key, expected: current, state: state,
      reservedClicks: kept.first?.before.map(LinkDifference.reservedClicks) ?? 0,
      former: kept.first.flatMap { $0.kind == .deleted ? $0.link : nil })
  }
}

package struct HistoryRetention: Equatable, Sendable {
  /// The maximum number of versions of a link.
  package var versions = 50
  /// The maximum age of a version, in days.
  package var days = 760

  package init() {}
}

/// A deleted link whose key no link has had since.
package struct DeletedLink: Equatable, Sendable {
  /// The link as it was when it was deleted.
  package let link: ShortLink
  /// The number of the version that restoring returns to.
  package let version: Int
  package let change: LinksChange
  /// The position behind it in a list of deleted links.
  package let cursor: DeletedCursor

  package init(link: ShortLink, version: Int, change: LinksChange, cursor: DeletedCursor) {
    self.link = link
    self.version = version
    self.change = change
    self.cursor = cursor
  }
}

package struct DeletedPage: Equatable, Sendable {
  /// The links, the newest deletion first.
  package let links: [DeletedLink]
  /// The position at which the next page begins; nil on the last one.
  package let next: DeletedCursor?
  /// Whether the page ends at `next` because as many deletions were looked at as may be, not because it
  /// is full.
  package let isCut: Bool

  package init(links: [DeletedLink], next: DeletedCursor?, isCut: Bool = false) {
    self.links = links
    self.next = next
    self.isCut = isCut
  }
}

/// A position in a list of deleted links, which stays valid when links come and go.
package struct DeletedCursor: Equatable, Sendable {
  /// The number of the change that deleted the link before the position.
  package let change: Int
  package let link: Int

  package init(change: Int, link: Int) {
    self.change = change
    self.link = link
  }

  /// The position before the newest deletion.
  package static let start = DeletedCursor(change: .max, link: .max)

  /// Reads a `description`; nil for any other text.
  package init?(_ text: String) {
    guard let (change, link) = LinkCursor.numbers(text[...], ".") else { return nil }
    self.init(change: change, link: link)
  }
}

extension DeletedCursor: CustomStringConvertible {
  package var description: String { "\(change).\(link)" }
}

package struct DeletedQuery: Equatable, Sendable {
  /// The number of days for which deleted links stay in the bin.
  package static let days = 30

  /// The links to list, as they were when they were deleted; their order is that of deletions.
  package var filter: LinkFilter
  /// The time of the earliest deletion to list.
  package var since: Timestamp
  /// The position at which the page begins.
  package var cursor: DeletedCursor
  package var limit: Int

  package init(
    _ filter: LinkFilter = LinkFilter(), since: Timestamp, from cursor: DeletedCursor = .start,
    limit: Int
  ) {
    self.filter = filter
    self.since = since
    self.cursor = cursor
    self.limit = limit
  }
}
