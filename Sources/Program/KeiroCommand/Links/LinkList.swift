import JSONSyntax
import LinkStorage
import Links

/// `keiro links list`: fetches page by page, so that memory does not limit the number of links.
struct LinkList {
  let keiro: Keiro
  let now: Timestamp
  let console: Console

  private static let partSize = 200

  func run(_ filter: LinkFilter, limit: Int?, json: Bool) throws(CommandFailure) -> ExitCode {
    var output = Output(json: json, now: now, console: console)
    var left = limit ?? .max
    var cursor: String?
    var isFirst = true
    while left > 0, !console.outputHasFailed {
      let part = try keiro.links(filter, after: cursor, limit: min(Self.partSize, left))
      // If the first page fails, the error is the whole document.
      if isFirst { output.begin() }
      isFirst = false
      let links = part.member("links")?.array ?? []
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
    let now: Timestamp
    let console: Console
    private var count = 0
    /// The links of a list that is received as a value.
    private var gathered: [JSONOutput] = []

    init(json: Bool, now: Timestamp, console: Console) {
      self.json = json
      self.now = now
      self.console = console
    }

    func begin() {
      if json, !console.receivesDocuments { console.write("{\"links\": [", to: .output) }
    }

    mutating func add(_ links: [JSONNode]) {
      guard !links.isEmpty else { return }
      guard !json || !console.receivesDocuments else {
        gathered += links.map { JSONOutput($0) }
        return
      }
      console.write(json ? lines(links) : table(links), to: .output)
      count += links.count
    }

    func end() {
      guard !json || !console.receivesDocuments else {
        return console.print(.object([.init("links", .array(gathered))]))
      }
      if json { console.write(count == 0 ? "]}\n" : "\n]}\n", to: .output) }
      if !json, count == 0 { console.complain("no links") }
    }

    private func lines(_ links: [JSONNode]) -> String {
      let texts = links.map { "\n  " + JSONOutput($0).compact }
      return (count == 0 ? "" : ",") + texts.joined(separator: ",")
    }

    /// Formats a page of the list. Columns are as wide as the page needs, up to a limit.
    private func table(_ links: [JSONNode]) -> String {
      let width = min(links.map { ($0.text("shortURL") ?? "").count }.max() ?? 0, 60)
      return links.map { link in
        let name = link.text("shortURL") ?? ""
        let remarks = link.linkRemarks(now: now)
        return name + String(repeating: " ", count: max(width - name.count, 0)) + "  "
          + (link.text("url") ?? "") + (remarks.isEmpty ? "" : "  (\(remarks))") + "\n"
      }.joined()
    }
  }
}
