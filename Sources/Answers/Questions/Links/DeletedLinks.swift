package import JSONSyntax
package import LinkStorage
import Links
import SiteModel

extension Inquiry {
  /// The links within the reach that were deleted lately, the newest deletion first.
  ///
  /// - Parameters:
  ///   - filter: the links to list, as they were when they were deleted; its reach is replaced by that
  ///     of the caller.
  ///   - cursor: `next` of the previous page; nil for the first page.
  ///   - limit: the size of the page, from 1 to 1000.
  package func deletedLinks(
    _ filter: LinkFilter = LinkFilter(), from cursor: DeletedCursor? = nil, limit: Int
  ) throws(InquiryError) -> DeletedLinksAnswer {
    let start = now.secondsSinceEpoch.addingClamped(-DeletedQuery.days * 86_400)
    let query = DeletedQuery(
      try reached(filter), since: Timestamp(secondsSinceEpoch: start), from: cursor ?? .start,
      limit: limit)
    let page = try stored { store throws(LinkStoreError) in try store.deletedLinks(query) }
    return DeletedLinksAnswer(
      links: page.links.map { .init(deleted: $0, shortURL: sites.shortURL($0.link.key)) },
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
