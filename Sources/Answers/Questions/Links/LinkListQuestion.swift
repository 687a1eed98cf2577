package import JSONSyntax
package import LinkStorage
import Links
package import SiteModel

/// Asks for a page of all links: those of the store in the requested order, then those of the
/// configuration in the order of the file.
package struct LinkListQuestion: Equatable, Sendable {
  private let filter: LinkFilter
  private let cursor: LinkListCursor
  private let limit: Int
  private let withClicks: Bool
  private let days: Range<Int>

  /// - Parameters:
  ///   - cursor: `next` of the previous page; nil for the first page.
  ///   - limit: the size of the page, from 1 to 1000.
  ///   - withClicks: whether to include clicks; a list ordered by clicks always has them.
  ///   - days: the days since 1970 whose clicks to include for each link; empty for the sum alone.
  package init(
    _ filter: LinkFilter, from cursor: LinkListCursor?, limit: Int, withClicks: Bool = false,
    days: Range<Int> = 0..<0
  ) {
    self.filter = filter
    self.cursor = cursor ?? .stored(after: nil)
    self.limit = limit
    self.withClicks = withClicks
    self.days = days
  }

  /// Returns a page of the links that match the filter.
  ///
  /// - Throws: an error if the store cannot be read.
  package func answer(
    _ snapshot: ServiceSnapshot, store: any ManagedLinks & ClickCounting & HealthKeeping
  ) throws(LinkStoreError) -> LinkListAnswer {
    switch cursor {
    case .configured(let position): return configured(from: position, snapshot, behind: [])
    case .stored(let cursor):
      let page = try store.links(filter, after: cursor, limit: limit)
      let clicks = try clicks(of: page, store)
      let healths = try store.health(of: page.links.map(\.id))
      let reports = page.links.enumerated().map { index, link in
        let own = clicks?[link.link.key]
        // What links are ordered by lags behind, so a page that asks for clicks shows its own.
        var report =
          clicks == nil && index < page.clicks.count
          ? LinkReport(link, clicksWithImported: page.clicks[index], in: snapshot)
          : LinkReport(link, clicks: clicks.map { _ in own?.total ?? 0 }, in: snapshot)
        report.health = healths[link.id]?.health
        report.clickDays = days.isEmpty ? nil : clicks.map { _ in own?.days ?? [:] }
        return report
      }
      guard let next = page.next else { return configured(from: 0, snapshot, behind: reports) }
      return LinkListAnswer(links: reports, next: .stored(after: next), isCut: page.isCut)
    }
  }

  /// Nil when clicks are not requested, or the page already has them.
  private func clicks(
    of page: LinkPage, _ store: any ClickCounting
  ) throws(LinkStoreError) -> [LinkKey: ClickDays]? {
    guard withClicks, page.clicks.isEmpty || !days.isEmpty else { return nil }
    return try store.clicks(of: page.links.map(\.link.key), days: days)
  }

  private func configured(
    from position: Int, _ snapshot: ServiceSnapshot, behind reports: [LinkReport]
  ) -> LinkListAnswer {
    let links = snapshot.configuredLinks.filter(filter.takes)
    let part = links.dropFirst(position).prefix(limit - reports.count)
    let end = position + part.count
    return LinkListAnswer(
      links: reports + part.map { LinkReport($0, isConfigured: true, in: snapshot) },
      next: end < links.count ? .configured(end) : nil)
  }
}

/// A position in the list of all links.
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
  /// The links in the requested order.
  package let links: [LinkReport]
  /// The start of the next page; nil at the end.
  package let next: LinkListCursor?
  /// Whether a search ended at `next` before the page was full; it had looked at as many links as it
  /// may.
  package var isCut = false

  package var document: JSONOutput {
    .object([
      .init("links", .array(links.map(\.document))), .init("next", .optional(next?.description)),
    ])
  }

  package var isPositive: Bool { true }
}
