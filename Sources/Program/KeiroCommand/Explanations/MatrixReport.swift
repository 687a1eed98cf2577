import AppAssociation
import Explaining
import Platforms

/// One URL as a table: a line for each source with and without the app, a column for each system.
struct MatrixReport {
  let console: Console

  private static let titles = ExplanationMatrix.systems.map { system in
    let version = system.version
    let short = version.minor == 0 ? "\(version.major)" : "\(version.major).\(version.minor)"
    return (system.isApple ? "iOS " : "And. ") + short
  }

  func print(_ matrix: ExplanationMatrix) {
    console.print(console.styled(matrix.url, .bold, on: .output))
    console.print("")
    line("", "", Self.titles.map { ($0, nil) })
    let width = Self.titles.count
    for start in stride(from: 0, to: matrix.cells.count, by: width) {
      let row = matrix.cells[start..<min(start + width, matrix.cells.count)]
      guard let first = row.first?.context else { continue }
      line(
        first.isInstalled ? first.source.rawValue : "", first.isInstalled ? "installed" : "absent",
        row.map { ($0.result.word, $0.opens ? .good : nil) })
    }
    console.print("")
    console.print("app: the app opens; app?: it opens and knows no screen; else what is seen")
  }

  private func line(
    _ source: String, _ app: String, _ words: [(text: String, style: Console.Style?)]
  ) {
    var text = padded(source, 15) + padded(app, 10)
    for (word, style) in words {
      let cell = padded(word, 9)
      text += style.map { console.styled(cell, $0, on: .output) } ?? cell
    }
    while text.hasSuffix(" ") { text.removeLast() }
    console.print(text)
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }
}
