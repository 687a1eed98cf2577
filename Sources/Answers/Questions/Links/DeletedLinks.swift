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
    return DeletedLinksAnswer(page: page, sites: sites)
  }
}

/// A page of the list of deleted links.
package struct DeletedLinksAnswer: QuestionAnswer {
  package let page: DeletedPage
  /// The sites that say which URLs visitors used.
  fileprivate let sites: ServiceSnapshot

  package var document: JSONOutput {
    .object([
      .init("links", .array(page.links.map(output))),
      .init("next", .optional(page.next?.description)),
    ])
  }

  private func output(_ deleted: DeletedLink) -> JSONOutput {
    let change = deleted.change
    return .object([
      .init("version", .int(deleted.version)), .init("change", .int(change.number)),
      .init("time", .string(change.time.description)), .init("actor", change.actor.output),
      .init("link", deleted.link.output(shortURL: sites.shortURL(deleted.link.key))),
    ])
  }
}
