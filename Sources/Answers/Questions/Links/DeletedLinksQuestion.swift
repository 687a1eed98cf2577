package import JSONSyntax
package import LinkStorage
package import Links
package import SiteModel

/// Asks for the links that were deleted lately, the newest deletion first.
package struct DeletedLinksQuestion: Equatable, Sendable {
  /// The links to list, within the reach of the caller.
  private let filter: LinkFilter
  /// `next` of the previous page.
  private let cursor: DeletedCursor
  /// The page size, from 1 to 1000.
  private let limit: Int

  /// - Parameters:
  ///   - filter: the links to list, as they were when they were deleted.
  ///   - cursor: `next` of the previous page; nil for the first page.
  ///   - limit: the size of the page, from 1 to 1000.
  package init(
    _ filter: LinkFilter = LinkFilter(), from cursor: DeletedCursor? = nil, limit: Int
  ) {
    self.filter = filter
    self.cursor = cursor ?? .start
    self.limit = limit
  }

  package func answer(
    _ snapshot: ServiceSnapshot, store: any HistoryKeeping, now: Timestamp
  ) throws(LinkStoreError) -> DeletedLinksAnswer {
    let start = Timestamp(
      secondsSinceEpoch: now.secondsSinceEpoch.addingClamped(-DeletedQuery.days * 86_400))
    let page = try store.deletedLinks(
      DeletedQuery(filter, since: start, from: cursor, limit: limit))
    return DeletedLinksAnswer(
      links: page.links.map { .init(deleted: $0, shortURL: snapshot.shortURL($0.link.key)) },
      next: page.next, isCut: page.isCut)
  }
}

/// A page of the list of deleted links.
package struct DeletedLinksAnswer: QuestionAnswer {
  /// A deleted link with the URL that it had.
  package struct Row: Equatable, Sendable {
    package let deleted: DeletedLink
    /// The URL that visitors used.
    package let shortURL: String
  }

  /// The links, the newest deletion first.
  package let links: [Row]
  /// The start of the next page; nil at the end.
  package let next: DeletedCursor?
  /// Whether the page ends at `next` before it is full; as many deletions were looked at as may be.
  package let isCut: Bool

  package var document: JSONOutput {
    .object([
      .init("links", .array(links.map(output))), .init("next", .optional(next?.description)),
    ])
  }

  package var isPositive: Bool { true }

  private func output(_ row: Row) -> JSONOutput {
    let (deleted, change) = (row.deleted, row.deleted.change)
    return .object([
      .init("version", .int(deleted.version)), .init("change", .int(change.number)),
      .init("time", .string(change.time.description)), .init("actor", change.actor.output),
      .init(
        "link",
        deleted.link.output(
          shortURL: row.shortURL, isConfigured: false, clicks: nil, reservedClicks: nil,
          health: nil, doubts: [])),
    ])
  }
}
