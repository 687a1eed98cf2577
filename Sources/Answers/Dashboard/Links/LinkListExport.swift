import HTTPCore
import LinkImport
import LinkStorage
import Links
import Management
import Questions
import Service
import Synchronization

/// The list of links as a table for people, with the filter and the order of the page, read at the
/// pace of the browser. `LinkExportSource` makes exports for later import, which have other
/// columns.
final class LinkListExport: HTTPBodySource {
  private enum Position {
    case beginning
    /// A page of the list; nil for the first.
    case part(LinkListCursor?)
    case end
  }

  private let context: PageContext
  private let filter: LinkFilter
  private let withClicks: Bool
  private let slot: TransferSlots.Slot
  private let position = Mutex<Position>(.beginning)

  private static let partLength = 500

  /// - Throws: when the owner already runs as many transfers as allowed.
  init(_ listing: LinkListing, _ context: PageContext, of user: SignedIn) throws(Problem) {
    self.context = context
    filter = try listing.filter(at: context.timestamp, in: context.snapshot)
    withClicks = context.may(.readStatistics)
    slot = try context.pages.directory.transferSlot(of: user.transferOwner)
  }

  var response: HTTPResponse {
    var answer = HTTPResponse.download("links.csv")
    answer.source = self
    return answer
  }

  func next(completion: @escaping @Sendable (HTTPBodyPart) -> Void) {
    context.pages.directory.transfer { [self] in completion(part()) }
  }

  private func part() -> HTTPBodyPart {
    switch position.withLock({ $0 }) {
    case .beginning:
      position.withLock { $0 = .part(nil) }
      return .bytes(Array(header.utf8))
    case .end: return .end
    case .part(let from):
      do throws(Problem) {
        let answer = try context.asked(
          context.inquiry.links(filter, from: from, limit: Self.partLength, withClicks: withClicks))
        position.withLock { $0 = answer.next.map { .part($0) } ?? .end }
        return .bytes(Array(answer.links.map(row).joined().utf8))
      } catch {
        return .failure
      }
    }
  }

  /// The header line after a byte order mark, by which spreadsheets recognise UTF-8.
  private var header: String {
    let words: [Word] = [
      .shortLink, .leadsTo, .name, .tags, .state, .clicks, .madeAt, .expires,
    ]
    return "\u{FEFF}" + CSVText.record(words.map(context.t))
  }

  private func row(_ report: LinkReport) -> String {
    let link = report.link
    let fields = [
      report.shortURL, link.url, link.name ?? "", link.tags.joined(separator: ", "),
      context.t(context.state(of: report).display.word), report.clicks.map(String.init) ?? "",
      link.createdAt?.description ?? "", link.expires?.description ?? "",
    ]
    return CSVText.record(fields.map(CSVText.guarded))
  }
}
