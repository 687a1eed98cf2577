import FoundationEssentials
import Testing

/// A row of the tables in the articles on conformance: a requirement of a standard, and either a
/// request with its response, or the reason for having none.
struct Requirement: Sendable, CustomTestStringConvertible {
  /// Document and section, such as `RFC9112-3.2`.
  let clause: String
  let sentence: String
  /// The request in the notation of the articles; empty for a reason.
  let sent: String
  let answer: String

  var testDescription: String { "\(clause): \(sentence)\(sent.isEmpty ? "" : ": \(sent)")" }

  static let documents = ["RFC9110", "RFC9111", "RFC9112", "Fetch"]
  static let all = documents.flatMap(read)

  private static func read(_ document: String) -> [Requirement] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "Sources/Outside/HTTPServer/HTTPServer.docc/\(document).md")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    var section = ""
    var rows: [Requirement] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("### ") { section = String(line.dropFirst(4).prefix { $0 != " " }) }
      guard line.hasPrefix("| "), !line.hasPrefix("| Requirement") else { continue }
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingWhitespace()
      }
      guard cells.count == 5 else {
        rows.append(Requirement(clause: document, sentence: "?", sent: "", answer: String(line)))
        continue
      }
      rows.append(
        Requirement(
          clause: "\(document)-\(section)", sentence: cells[1],
          sent: cells[2].filter { $0 != "`" }, answer: cells[3].filter { $0 != "`" }))
    }
    return rows
  }
}

extension Requirement {
  /// The bytes to send, in pieces that are read one by one.
  ///
  /// - Parameter values: the texts that stand for names in braces.
  func segments(_ values: [String: String]) -> [String] {
    let text = WireNotation.expanded(sent, values)
    return WireNotation.segments(sent.contains("⏎⏎") ? text : completed(text))
  }

  /// Completes a request line, perhaps with some fields, to a request to the shop.
  private func completed(_ text: String) -> String {
    var lines = text.split(separator: "⏎").map(String.init)
    if !lines[0].contains(" HTTP/") { lines[0] += " HTTP/1.1" }
    if !lines.contains(where: { $0.hasPrefix("Host:") }) {
      lines.insert("Host: shop.example", at: 1)
    }
    return lines.joined(separator: "⏎") + "⏎⏎"
  }
}

extension Substring {
  fileprivate func trimmingWhitespace() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
