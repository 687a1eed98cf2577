import JSONSyntax
import LinkStorage
import Links
import WebSyntax

/// `keiro links list` and `keiro links deleted`: fetch page by page, so that memory does not limit the
/// number of links.
struct LinkList {
  let keiro: Keiro
  let now: Timestamp
  let console: Console

  private static let partSize = 200

  func run(
    _ filter: LinkFilter, limit: Int?, json: Bool, isOfDeleted: Bool = false
  ) throws(CommandFailure) -> ExitCode {
    var output = Output(json: json, isOfDeleted: isOfDeleted, now: now, console: console)
    var left = limit ?? .max
    var cursor: String?
    var isFirst = true
    while left > 0, !console.outputHasFailed {
      let size = min(Self.partSize, left)
      let part =
        isOfDeleted
        ? try keiro.deletedLinks(filter, after: cursor, limit: size)
        : try keiro.links(filter, after: cursor, limit: size)
      // If the first page fails, the error is the whole document.
      if isFirst { output.begin() }
      isFirst = false
      let links = part.elements("links")
      output.add(links)
      left -= links.count
      guard let next = part.text("next") else { break }
      cursor = next
    }
    output.end()
    return .done
  }

  /// Prints a table, or one JSON document piece by piece.
  private struct Output {
    let json: Bool
    let isOfDeleted: Bool
    let now: Timestamp
    let console: Console
    private var count = 0
    /// The links of a list that is received as a value.
    private var gathered: [JSONOutput] = []

    init(json: Bool, isOfDeleted: Bool, now: Timestamp, console: Console) {
      self.json = json
      self.isOfDeleted = isOfDeleted
      self.now = now
      self.console = console
    }

    func begin() {
      if json, !console.receivesDocuments { console.write(json: "{\"links\": [") }
    }

    mutating func add(_ links: [JSONNode]) {
      guard !links.isEmpty else { return }
      guard !json || !console.receivesDocuments else {
        gathered += links.map { JSONOutput($0) }
        return
      }
      if json { console.write(json: lines(links)) } else { table(links).forEach(console.print) }
      count += links.count
    }

    func end() {
      guard !json || !console.receivesDocuments else {
        return console.print(.object([.init("links", .array(gathered))]))
      }
      if json { console.write(json: count == 0 ? "]}\n" : "\n]}\n") }
      if !json, count == 0 { console.note(isOfDeleted ? "no deleted links" : "no links") }
    }

    private func lines(_ links: [JSONNode]) -> String {
      let texts = links.map { "\n  " + JSONOutput($0).compact }
      return (count == 0 ? "" : ",") + texts.joined(separator: ",")
    }

    /// Formats a page of the list. Columns are as wide as the page needs, up to a limit.
    private func table(_ rows: [JSONNode]) -> [String] {
      let links = isOfDeleted ? rows.map { $0.member("link") ?? $0 } : rows
      let names = links.map { ($0.text("shortURL") ?? "").onOneLine }
      let width = min(names.map(\.count).max() ?? 0, 60)
      return zip(zip(rows, links), names).map { pair, name in
        let (row, link) = pair
        let remarks = isOfDeleted ? row.deletionRemarks : link.linkRemarks(now: now)
        return name.padded(to: width) + "  "
          + (link.text("url") ?? "") + (remarks.isEmpty ? "" : "  (\(remarks))")
      }
    }
  }
}
