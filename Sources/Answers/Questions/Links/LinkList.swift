package import JSONSyntax
package import LinkStorage
import Links
import SiteModel

extension Inquiry {
  /// A page of all links: those of the store in the requested order, then those of the configuration
  /// in the order of the file.
  ///
  /// - Parameters:
  ///   - filter: its reach is replaced by that of the caller.
  ///   - cursor: `next` of the previous page; nil for the first page.
  ///   - limit: the size of the page, from 1 to 1000.
  ///   - withClicks: whether to include clicks; a list ordered by clicks always has them.
  ///   - days: the days since 1970 whose clicks to include for each link; empty for the sum alone.
  package func links(
    _ filter: LinkFilter, from cursor: LinkListCursor? = nil, limit: Int, withClicks: Bool = false,
    days: Range<Int> = 0..<0
  ) throws(InquiryError) -> LinkListAnswer {
    let filter = try reached(filter)
    switch cursor ?? .stored(after: nil) {
    case .configured(let position): return configured(filter, from: position, limit, behind: [])
    case .stored(let cursor):
      return try stored { store throws(LinkStoreError) in
        let page = try store.links(filter, after: cursor, limit: limit)
        let asksForClicks = withClicks && (page.clicks.isEmpty || !days.isEmpty)
        let found = try reports(of: page, asksForClicks ? days : nil, store)
        guard let next = page.next else {
          return configured(filter, from: 0, limit, behind: found)
        }
        return LinkListAnswer(links: found, next: .stored(after: next), isCut: page.isCut)
      }
    }
  }

  /// - Parameter days: the days whose clicks to include; nil for no clicks but those that the page has.
  private func reports(
    of page: LinkPage, _ days: Range<Int>?, _ store: any Store
  ) throws(LinkStoreError) -> [LinkReport] {
    let clicks = try days.map { days throws(LinkStoreError) in
      try store.clicks(of: page.links.map(\.link.key), days: days)
    }
    let healths = try store.health(of: page.links.map(\.id))
    return page.links.enumerated().map { index, link in
      let own = clicks?[link.link.key]
      var report = LinkReport(link, clicks: clicks.map { _ in own?.total ?? 0 }, in: sites)
      // What links are ordered by lags behind, so a page that asks for clicks shows its own.
      if clicks == nil, index < page.clicks.count { report.clicks = page.clicks[index] }
      report.health = healths[link.id]?.health
      if days?.isEmpty == false { report.clickDays = own?.days ?? [:] }
      return report
    }
  }

  private func configured(
    _ filter: LinkFilter, from position: Int, _ limit: Int, behind reports: [LinkReport]
  ) -> LinkListAnswer {
    let links = sites.configuredLinks.filter(filter.takes)
    let part = links.dropFirst(position).prefix(limit - reports.count)
    let end = position + part.count
    return LinkListAnswer(
      links: reports + part.map { LinkReport($0, in: sites) },
      next: end < links.count ? .configured(end) : nil)
  }

  /// The filter, bounded to the hosts that the caller may see.
  func reached(_ filter: LinkFilter) throws(InquiryError) -> LinkFilter {
    if let host = filter.host { try require(host) }
    var filter = filter
    filter.reach = reach
    return filter
  }
}

package enum LinkListCursor: Equatable, Sendable {
  /// The position behind a stored link; nil for the beginning.
  case stored(after: LinkCursor?)
  /// The position behind this many links of the configuration.
  case configured(Int)

  /// Reads what `description` wrote.
  package init?(_ text: String) {
    if let cursor = LinkCursor(text) {
      self = .stored(after: cursor)
      return
    }
    guard text.hasPrefix(Self.mark), text.utf8.count < 12,
      let position = Int(text.dropFirst(Self.mark.count)), position >= 0
    else { return nil }
    self = .configured(position)
  }

  private static let mark = "c."

  /// Whether the position belongs to a list in that order.
  package func isIn(_ order: LinkOrder) -> Bool {
    guard case .stored(let cursor?) = self else { return true }
    return cursor.order == order
  }
}

extension LinkListCursor: CustomStringConvertible {
  package var description: String {
    switch self {
    case .stored(let cursor): cursor?.description ?? ""
    case .configured(let position): Self.mark + String(position)
    }
  }
}

package struct LinkListAnswer: QuestionAnswer {
  package let links: [LinkReport]
  /// The start of the next page; nil at the end.
  package let next: LinkListCursor?
  /// Whether a search ended at `next` before the page was full; it had looked at as many links as it
  /// may.
  package var isCut = false

  package var document: JSONOutput {
    ["links": .array(links.map(\.document)), "next": .optional(next?.description)]
  }
}
