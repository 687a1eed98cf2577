import Changes
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import Management
import Outgoing
import WebSyntax

/// `keiro links list` and `keiro links deleted`: fetch page by page, so that memory does not limit the
/// number of links.
struct LinkList {
  let keiro: Keiro
  let now: Timestamp
  let console: Console

  private static let partSize = 200

  func run(
    _ operation: APIOperation, _ filters: [APIRequest.Item?], limit: Int?
  ) throws(CommandFailure) -> ExitCode {
    var output = Output(isOfDeleted: operation == .listDeletedLinks, now: now, console: console)
    var left = limit ?? .max
    var cursor: String?
    var isFirst = true
    while left > 0, !console.outputHasFailed {
      let size = min(Self.partSize, left)
      let page = [CallParameters.linkCursor(text: cursor), CallParameters.limit(size)]
      let part = try keiro.document(APIRequest(operation, query: filters + page))
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

  private struct Output {
    let isOfDeleted: Bool
    let now: Timestamp
    let console: Console
    var count = 0
    /// The links of a list that is received as a value.
    var gathered: [JSONOutput] = []

    private var json: Bool { console.givesDocuments }

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
        return console.print(["links": .array(gathered)])
      }
      if json { console.write(json: count == 0 ? "]}\n" : "\n]}\n") }
      if !json, count == 0 { console.note(isOfDeleted ? "no deleted links" : "no links") }
    }

    private func lines(_ links: [JSONNode]) -> String {
      let texts = links.map { "\n  " + JSONOutput($0).compact }
      return (count == 0 ? "" : ",") + texts.joined(separator: ",")
    }

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

/// The text forms of a link, made from its document.
extension JSONNode {
  var linkLines: [String] {
    var rows = [(name: "short URL", value: text("shortURL") ?? "")]
    for member in object ?? [] where !Self.beside.contains(member.name) {
      rows += Self.rows(member.name, member.node)
    }
    if let clicks = number("clicks") { rows.append(("clicks", String(clicks))) }
    if let clicks = number("reservedClicks") { rows.append(("reserved clicks", String(clicks))) }
    if let health = member("health") { rows.append(("destination", health.healthText)) }
    if text("source") == "configuration" {
      rows.append(("source", "the configuration file, which commands do not write"))
    }
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { $0.name.padded(to: width + 2) + $0.value }
  }

  private static let beside: Set = [
    "shortURL", "source", "clicks", "reservedClicks", "warnings", "health",
  ]

  private static func rows(_ name: String, _ node: JSONNode) -> [(name: String, value: String)] {
    switch node.value {
    case .object(let members): members.flatMap { rows("\(name).\($0.name)", $0.node) }
    case .array(let elements):
      elements.isEmpty ? [] : [(name, elements.map(\.lineText).joined(separator: ", "))]
    default: [(name, node.lineText)]
    }
  }

  private var lineText: String { string ?? JSONOutput(self).compact }

  private var healthText: String {
    let status = number("status").map { ", status \($0)" } ?? ""
    let location = text("location").map { ", leads to \($0)" } ?? ""
    return (text("state") ?? "") + status + location + ", asked \(text("time") ?? "")"
  }

  var warningLines: [String] {
    elements("warnings").map { warning in
      "warning: \(warning.text("field") ?? ""): \(warning.text("message") ?? "")"
    }
  }

  var deletionRemarks: String {
    let actor = member("actor")?.actorText ?? ""
    let change = number("change").map { ", change \($0)" } ?? ""
    return "deleted \(text("time") ?? "") by \(actor)\(change)"
  }

  /// The remarks after the destination in a list; empty for a link without restrictions.
  func linkRemarks(now: Timestamp) -> String {
    var remarks: [String] = []
    if let clicks = number("clicks") { remarks.append(clicks.counted("click")) }
    if text("source") == "configuration" { remarks.append("configuration") }
    if member("archived")?.bool == true { remarks.append("archived") }
    if let health = member("health")?.text("state"), health != HealthState.ok.rawValue {
      remarks.append("destination \(health)")
    }
    if let begin = time("notBefore"), begin > now { remarks.append("from \(begin)") }
    if let end = time("expires") { remarks.append(end > now ? "until \(end)" : "expired") }
    if let limit = number("maxClicks") { remarks.append("at most \(limit) clicks") }
    if member("password") != nil { remarks.append("password") }
    if let rules = member("rules")?.array?.count, rules > 0 {
      remarks.append(rules.counted("rule"))
    }
    if let owner = text("owner") { remarks.append("owner \(owner)") }
    remarks += texts("tags").map { "#" + $0 }
    return remarks.joined(separator: ", ")
  }
}

extension CommandTable {
  static let export = CommandSpecification(
    "links export", "print the store's links, as 'links import' reads them",
    details: ["Links of the configuration file are not included."],
    options: OptionSpecification.locations + [.exportFormat, .host],
    examples: [
      "links export --format csv",
      "links export --format ndjson --server https://keiro.example.com --token-file token",
    ]
  ) { arguments throws(UsageError) in
    let format = try arguments.required(.exportFormat) { LinkExport.Format(rawValue: $0) }
    let host = try arguments.value(.host, hostName)
    return try arguments.using(.reading) { keiro, console throws(CommandFailure) in
      try ExportCommand(format: format, host: host, console: console).run(keiro)
    }
  }
}

extension OptionSpecification {
  fileprivate static let exportFormat = format(LinkExport.Format.allCases.map(\.rawValue))
}

/// `keiro links export`: prints every link of the store, oldest first.
private struct ExportCommand {
  let format: LinkExport.Format
  /// The host whose links are exported; nil for all hosts.
  let host: String?
  let console: Console

  private static let pageSize = 1000

  func run(_ keiro: Keiro) throws(CommandFailure) -> ExitCode {
    // On a terminal the printed links show the progress themselves.
    let isShown = console.terminalWidth(.output) == nil
    let progress = ProgressBar(total: nil, noun: "links", console)
    defer { progress.clear() }
    var count = 0
    var cursor: String?
    repeat {
      let page = try page(of: keiro, from: cursor)
      console.write(verbatim: page.text, to: .output)
      count += page.count
      if isShown { progress.show(count, rows: count) }
      cursor = page.next
    } while cursor != nil && !console.outputHasFailed
    return .done
  }

  /// The next links: page by page, so that a broken connection to a server costs one page.
  private func page(
    of keiro: Keiro, from cursor: String?
  ) throws(CommandFailure) -> (text: String, count: Int, next: String?) {
    switch keiro {
    case .here(let opened, _):
      let part = LinkExportPart(format, host: host, by: opened.changes.authority)
      let page = try opened.stored(
        part.page(after: cursor.flatMap { Int($0) } ?? 0, of: opened.store))
      return (page.text, page.count, page.next.map(String.init))
    case .there(let remote):
      let page = try remote.persistently(
        APIRequest(
          .exportLinks,
          query: [
            CallParameters.exportFormat(format), CallParameters.host(text: host),
            CallParameters.exportCursor(text: cursor), CallParameters.exportLimit(Self.pageSize),
          ]))
      if cursor == nil { try remote.verify(page) }
      let lines = page.body.count { $0 == UInt8(ascii: "\n") }
      return (String(decoding: page.body, as: UTF8.self), lines, page["keiro-next-cursor"])
    }
  }
}
