package import Links

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
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    // Only numbers as they are printed.
    guard parts.count == 2, text.utf8.count <= 40, let change = Int(parts[0]),
      let link = Int(parts[1]), parts[0] == String(change), parts[1] == String(link)
    else { return nil }
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
