import SiteModel
import JSONSyntax
import Links
import LinkStorage
import Questions

/// `keiro links list`: page by page, for any number of links.
struct LinkList {
  let opened: OpenedStore
  let console: Console

  private static let partSize = 200

  func run(_ filter: LinkFilter, limit: Int?, json: Bool) throws(LinkStoreError) -> ExitCode {
    var output = Output(json: json, now: opened.now, console: console)
    output.begin()
    var left = limit ?? .max
    var place: LinkListPlace?
    while left > 0, !console.outputHasFailed {
      let question = LinkListQuestion(filter, from: place, limit: min(Self.partSize, left))
      let part = try question.answer(opened.snapshot, store: opened.store)
      output.add(part.links.map(\.document))
      left -= part.links.count
      guard let next = part.next else { break }
      place = next
    }
    output.end()
    return .done
  }

  /// A table, or one JSON document that grows as it is printed.
  private struct Output {
    let json: Bool
    let now: Timestamp
    let console: Console
    private var count = 0

    init(json: Bool, now: Timestamp, console: Console) {
      self.json = json
      self.now = now
      self.console = console
    }

    func begin() {
      if json { console.write("{\"links\": [", to: .output) }
    }

    mutating func add(_ links: [JSONOutput]) {
      guard !links.isEmpty else { return }
      console.write(json ? lines(links) : table(links.map { JSONNode($0) }), to: .output)
      count += links.count
    }

    func end() {
      if json { console.write(count == 0 ? "]}\n" : "\n]}\n", to: .output) }
      if !json, count == 0 { console.complain("no links") }
    }

    private func lines(_ links: [JSONOutput]) -> String {
      let texts = links.map { "\n  " + $0.compact }
      return (count == 0 ? "" : ",") + texts.joined(separator: ",")
    }

    /// Columns are as wide as a page of the list needs, up to a limit.
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
