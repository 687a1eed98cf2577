import HTTPCore
import LinkImport
import LinkStorage
import Links
import Management
import Questions
import Service

/// The list of links as a table for people, with the filter and the order of the page. Exports for later
/// import have other columns.
extension PageContext {
  private static let exportedAtOnce = 500

  func listExport(_ listing: LinkListing, of user: SignedIn) throws(Problem) -> HTTPResponse {
    let filter = try listing.filter(at: timestamp, in: snapshot)
    let withClicks = may(.readStatistics)
    var answer = HTTPResponse.file("links.csv")
    answer.source = try PagedSource(
      from: LinkListCursor.stored(after: nil), for: user.transferOwner, of: pages.directory
    ) { start in
      let part = try? asked(
        inquiry.links(filter, from: start, limit: Self.exportedAtOnce, withClicks: withClicks))
      guard let part else { return nil }
      let header = start == .stored(after: nil) ? exportHeader : ""
      return (header + part.links.map(exportRow).joined(), part.next)
    }
    return answer
  }

  /// The header line after a byte order mark, by which spreadsheets recognise UTF-8.
  private var exportHeader: String {
    let words: [Word] = [
      .shortLink, .leadsTo, .name, .tags, .state, .clicks, .madeAt, .expires,
    ]
    return "\u{FEFF}" + CSVText.record(words.map { t($0) })
  }

  private func exportRow(_ report: LinkReport) -> String {
    let link = report.link
    let fields = [
      report.shortURL, link.url, link.name ?? "", link.tags.joined(separator: ", "),
      t(stateWord(report)), report.clicks.map(String.init) ?? "",
      link.createdAt?.description ?? "", link.expires?.description ?? "",
    ]
    return CSVText.record(fields.map(CSVText.guarded))
  }
}
