import Explaining
import LaunchRouting

/// The text form of an explanation: the question, the steps, the warnings, the answer.
struct ExplanationReport {
  let console: Console

  func print(_ explanation: LinkExplanation) {
    console.print(console.styled(explanation.url, .bold, on: .output))
    console.print(explanation.context.sentence)
    console.print("")
    for (index, step) in explanation.steps.enumerated() { show(step, number: index + 1) }
    let hasRemarks = !explanation.warnings.isEmpty || !explanation.notes.isEmpty
    if hasRemarks { console.print("") }
    for warning in explanation.warnings { show(warning) }
    for note in explanation.notes {
      Self.wrapped("note: " + note, behind: 6).enumerated().forEach {
        console.print(($0 == 0 ? "" : Self.indent) + $1)
      }
    }
    console.print("")
    let style: Console.Style = explanation.opens ? .good : .warning
    console.print(console.styled(explanation.conclusion, style, on: .output))
  }

  private func show(_ step: LinkExplanation.Step, number: Int) {
    let digits = String(number)
    let title = step.title + String(repeating: " ", count: max(12 - step.title.count, 0))
    let mark = String(repeating: " ", count: max(2 - digits.count, 0)) + digits
    let lines = Self.wrapped(step.sentence)
    let first = "\(mark). \(title)  \(lines.first ?? "")"
    for line in [first] + lines.dropFirst().map({ Self.margin + $0 }) {
      console.print(
        step.severity == .warning ? console.styled(line, .warning, on: .output) : line)
    }
    for detail in step.details { console.print(Self.margin + "  " + detail) }
    guard !step.basis.isEmpty else { return }
    for line in Self.wrapped("[" + step.basis.joined(separator: "; ") + "]") {
      console.print(Self.margin + line)
    }
  }

  private static let margin = String(repeating: " ", count: 18)
  private static let indent = String(repeating: " ", count: 6)
  private static let width = 100

  /// The words of a sentence in lines that fit after a margin; a longer word stays whole.
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

  private func show(_ warning: LinkExplanation.Warning) {
    let code = console.styled("warning", .warning, on: .output)
    console.print("\(code) [\(warning.code)] \(warning.path)")
    for line in Self.wrapped(warning.message, behind: Self.indent.count) {
      console.print(Self.indent + line)
    }
  }
}

extension TapContext {
  /// As in `a tap in Messages, iOS 26.0, app installed and not running`.
  fileprivate var sentence: String {
    let version = appVersion.map { " in version \($0)" } ?? ""
    let app = isInstalled ? "app installed\(version) and \(state.phrase)" : "app absent"
    return "\(source.phrase), \(system), \(app)"
  }
}
