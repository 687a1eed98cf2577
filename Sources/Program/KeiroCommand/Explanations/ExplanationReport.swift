import Explaining
import JSONSyntax
import LaunchRouting
import Questions

/// The text form of an explanation: question, steps, warnings, answer.
struct ExplanationReport {
  let console: Console

  /// - Parameter explanation: the document printed by `--json`.
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
    let system = (text("system") == "ios" ? "iOS " : "Android ") + (text("version") ?? "")
    let version = text("appVersion").map { " in version \($0)" } ?? ""
    let state = text("state").flatMap(AppState.init)?.phrase ?? ""
    let isInstalled = text("app") == InstallationWord.installed.rawValue
    let app = isInstalled ? "app installed\(version) and \(state)" : "app absent"
    return "\(text("from").flatMap(TapSource.init)?.phrase ?? ""), \(system), \(app)"
  }
}
