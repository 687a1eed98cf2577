import Explaining
import JSONSyntax
import LaunchRouting
import Platforms
import Questions

struct ExplanationReport {
  let console: Console

  func print(_ explanation: JSONNode) {
    console.print(styled: "\(explanation.text("url") ?? "", .bold)")
    console.print(explanation.member("context")?.tapSentence ?? "")
    console.print("")
    let steps = explanation.elements("steps")
    for (index, step) in steps.enumerated() { show(step, number: index + 1) }
    let warnings = explanation.elements("warnings")
    let notes = explanation.texts("notes")
    if !warnings.isEmpty || !notes.isEmpty { console.print("") }
    for warning in warnings { show(warning) }
    for note in notes {
      for (index, line) in "note: \(note)".wrapped(to: Self.width - 6).enumerated() {
        console.print((index == 0 ? "" : Self.indent) + line)
      }
    }
    console.print("")
    let style: Console.Style = explanation.member("opens")?.bool == true ? .good : .warning
    console.print(styled: "\(explanation.text("conclusion") ?? "", style)")
  }

  private func show(_ step: JSONNode, number: Int) {
    let title = (step.text("title") ?? "").padded(to: 12)
    let lines = Self.besideMargin(step.text("sentence") ?? "")
    let first = "\(String(number).indented(to: 2)). \(title)  \(lines.first ?? "")"
    let isWarning = step.text("severity") == LinkExplanation.Severity.warning.rawValue
    for line in [first] + lines.dropFirst().map({ Self.margin + $0 }) {
      console.print(styled: "\(line, isWarning ? .warning : nil)")
    }
    for detail in step.texts("details") { console.print(Self.margin + "  " + detail) }
    let basis = step.texts("basis")
    guard !basis.isEmpty else { return }
    for line in Self.besideMargin("[" + basis.joined(separator: "; ") + "]") {
      console.print(Self.margin + line)
    }
  }

  private static let margin = "".padded(to: 18)
  private static let indent = "".padded(to: 6)
  private static let width = 100

  private static func besideMargin(_ text: String) -> [String] {
    text.wrapped(to: width - margin.count)
  }

  private func show(_ warning: JSONNode) {
    let place = "[\(warning.text("code") ?? "")] \(warning.text("path") ?? "")"
    console.print(styled: "\("warning", .warning) \(place)")
    for line in (warning.text("message") ?? "").wrapped(to: Self.width - Self.indent.count) {
      console.print(Self.indent + line)
    }
  }
}

extension JSONNode {
  /// The tap in words, such as `a tap in Messages, iOS 26.0, app installed and not running`.
  fileprivate var tapSentence: String {
    let name = text("system").flatMap(Platform.init)?.title ?? ""
    let system = "\(name) \(text("version") ?? "")"
    let version = text("appVersion").map { " in version \($0)" } ?? ""
    let state = text("state").flatMap(AppState.init)?.phrase ?? ""
    let isInstalled = text("app") == InstallationWord.installed.rawValue
    let app = isInstalled ? "app installed\(version) and \(state)" : "app absent"
    let choice = text("choice").map { ", the \($0) chosen before" } ?? ""
    return
      "\(text("from").flatMap(TapSource.init)?.phrase.english ?? ""), \(system), \(app)\(choice)"
  }
}

/// One URL as a table: a row for each source with and without the app, a column for each system.
struct MatrixReport {
  let console: Console

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

/// The links that do not behave as intended: their number, and examples grouped by cause.
struct SurveyReport {
  let console: Console

  func print(_ survey: JSONNode) {
    for cause in survey.elements("faults") {
      let (number, examples) = (cause.number("count") ?? 0, cause.elements("examples"))
      console.print(
        styled: "\("fault", .error): \(cause.text("fault") ?? ""): \(number.counted("link"))")
      for row in examples {
        console.print("  \(row.text("url") ?? "")  (\(row.text("path") ?? ""))")
        console.print("    " + (row.text("conclusion") ?? ""))
      }
      let others = number - examples.count
      if others > 0 { console.print("  and \(others) more") }
    }
    for warning in survey.elements("warnings") {
      if let path = warning.text("path"), let message = warning.text("message") {
        console.print(
          styled: "\("warning", .warning) [\(warning.text("code") ?? "")] \(path): \(message)")
        continue
      }
      let number = warning.number("count") ?? 0
      let others = number == 1 ? "" : " and \(number - 1) more"
      let example = "[\(warning.text("code") ?? "")] \(warning.text("example") ?? "")"
      console.print(styled: "\("warning", .warning) \(example)\(others)")
    }
    console.print(
      "\((survey.number("checked") ?? 0).counted("link")) checked, \(survey.number("atFault") ?? 0) at fault"
    )
    let counts = survey.member("states")
    let states = (counts?.object ?? []).map { "\($0.name) \(counts?.number($0.name) ?? 0)" }
    console.print(states.joined(separator: ", "))
  }
}
