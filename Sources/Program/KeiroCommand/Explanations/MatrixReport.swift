import JSONSyntax
import Questions

/// One URL as a table: a row for each source with and without the app, a column for each system.
struct MatrixReport {
  let console: Console

  /// - Parameter matrix: the document printed by `--json`.
  func print(_ matrix: JSONNode) {
    console.print(styled: "\(matrix.text("url") ?? "", .bold)")
    console.print("")
    let cells = matrix.elements("rows")
    // A row holds the systems of one source, with or without the app.
    let width = cells.prefix { $0.row == cells.first?.row }.count
    line("", "", cells.prefix(width).map { ($0.systemTitle, nil) })
    for start in stride(from: 0, to: cells.count, by: max(width, 1)) {
      let row = cells[start..<min(start + width, cells.count)]
      guard let first = row.first?.row else { continue }
      let isInstalled = first.app == InstallationWord.installed.rawValue
      line(
        isInstalled ? first.source : "", first.app,
        row.map { cell in
          (cell.text("result") ?? "", cell.member("opens")?.bool == true ? .good : nil)
        })
    }
    console.print("")
    console.print(
      "app: the app opens; app?: opens, but no screen matches; otherwise what the visitor sees")
  }

  private func line(
    _ source: String, _ app: String, _ words: [(text: String, style: Console.Style?)]
  ) {
    var text: StyledLine = "\(source.padded(to: 15))\(app.padded(to: 10))"
    for (index, (word, style)) in words.enumerated() {
      let cell = index == words.count - 1 ? word : word.padded(to: max(9, word.count + 1))
      text = "\(text)\(cell, style)"
    }
    console.print(styled: text)
  }
}

extension JSONNode {
  fileprivate struct MatrixRow: Equatable {
    let source: String
    let app: String
  }

  fileprivate var row: MatrixRow {
    MatrixRow(source: text("from") ?? "", app: text("app") ?? "")
  }

  /// A short column title, such as `iOS 26` or `And. 15`.
  fileprivate var systemTitle: String {
    let version = text("version") ?? ""
    let short = version.hasSuffix(".0") ? String(version.dropLast(2)) : version
    return (text("system") == "ios" ? "iOS " : "And. ") + short
  }
}
