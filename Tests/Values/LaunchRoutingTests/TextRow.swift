import FoundationEssentials
import GoldenFiles
import Testing

/// A row of a text file: a line, and the indented lines below it. Lines with `#` tell what follows.
struct TextRow: Sendable, CustomTestStringConvertible {
  let text: String
  private(set) var lines: [String] = []

  var testDescription: String { text }
  /// The words that its lines begin with.
  var words: [String] { lines.map { String($0.prefix { $0 != " " }) } }

  /// The rest of the lines that begin with a word.
  func named(_ word: String) -> [String] {
    lines.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
  }

  static func read(_ name: String) -> [TextRow] {
    let path = GoldenFile.checkout.path + "/Tests/Values/LaunchRoutingTests/" + name
    let text = (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
    var rows: [TextRow] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("  "), !rows.isEmpty {
        rows[rows.count - 1].lines.append(String(line.dropFirst(2)))
      } else {
        rows.append(TextRow(text: String(line)))
      }
    }
    return rows
  }
}
