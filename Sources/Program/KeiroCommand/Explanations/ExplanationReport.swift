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
    let steps = explanation.member("steps")?.array ?? []
    for (index, step) in steps.enumerated() { show(step, number: index + 1) }
    let warnings = explanation.member("warnings")?.array ?? []
    let notes = explanation.texts("notes")
    if !warnings.isEmpty || !notes.isEmpty { console.print("") }
    for warning in warnings { show(warning) }
    for note in notes {
      Self.wrapped("note: " + note, behind: 6).enumerated().forEach {
        console.print(($0 == 0 ? "" : Self.indent) + $1)
      }
    }
    console.print("")
    let style: Console.Style = explanation.member("opens")?.bool == true ? .good : .warning
    console.print(styled: "\(explanation.text("conclusion") ?? "", style)")
  }

  private func show(_ step: JSONNode, number: Int) {
    let (digits, name) = (String(number), step.text("title") ?? "")
    let title = name + String(repeating: " ", count: max(12 - name.count, 0))
    let mark = String(repeating: " ", count: max(2 - digits.count, 0)) + digits
    let lines = Self.wrapped(step.text("sentence") ?? "")
    let first = "\(mark). \(title)  \(lines.first ?? "")"
    let isWarning = step.text("severity") == LinkExplanation.Severity.warning.rawValue
    for line in [first] + lines.dropFirst().map({ Self.margin + $0 }) {
      console.print(styled: "\(line, isWarning ? .warning : nil)")
    }
    for detail in step.texts("details") { console.print(Self.margin + "  " + detail) }
    let basis = step.texts("basis")
    guard !basis.isEmpty else { return }
    for line in Self.wrapped("[" + basis.joined(separator: "; ") + "]") {
      console.print(Self.margin + line)
    }
  }

  private static let margin = String(repeating: " ", count: 18)
  private static let indent = String(repeating: " ", count: 6)
  private static let width = 100

  /// Wraps a sentence into lines that fit beside a margin; a word that is too long stays whole.
  private static func wrapped(_ text: String, behind margin: Int = margin.count) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, margin + last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private func show(_ warning: JSONNode) {
    let place = "[\(warning.text("code") ?? "")] \(warning.text("path") ?? "")"
    console.print(styled: "\("warning", .warning) \(place)")
    for line in Self.wrapped(warning.text("message") ?? "", behind: Self.indent.count) {
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
