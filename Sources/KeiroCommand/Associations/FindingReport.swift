import AppAssociation
import JSONSyntax

/// The text form of findings: place, message, the line with a caret under the fault, the fix.
struct FindingReport {
  let console: Console

  func print(_ file: ValidatedFile) {
    let lines = JSONLines(bytes: file.text)
    for finding in file.findings {
      console.print(heading(finding, file.name))
      if let line = finding.line, let column = finding.column {
        show(lines.text(line: line), line: line, column: column)
      }
      if let help = finding.help { console.print("  help: \(help)") }
    }
    console.print(summary(file))
  }

  private func heading(_ finding: Finding, _ file: String) -> String {
    let place = [finding.line, finding.column].compactMap(\.self).map { ":\($0)" }.joined()
    let severity = console.styled(finding.severity.rawValue, style(finding.severity), on: .output)
    let path = finding.path.isEmpty ? "" : finding.path + ": "
    return "\(file)\(place): \(severity): \(path)\(finding.message) [\(finding.code)]"
  }

  private func style(_ severity: Finding.Severity) -> Console.Style {
    switch severity {
    case .error: .error
    case .warning: .warning
    case .note: .bold
    }
  }

  /// The part of a line around a column; tabs and controls become spaces, so that the caret stands
  /// where it should.
  private func show(_ text: String, line: Int, column: Int) {
    let scalars = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    guard column <= scalars.count + 1 else { return }
    let start = max(0, column - 1 - 60)
    let shown = scalars.dropFirst(start).prefix(100)
    var part = ""
    part.unicodeScalars.append(contentsOf: shown)
    let number = "\(line)"
    let gutter = String(repeating: " ", count: number.count)
    console.print("  \(number) | \(part)")
    let padding = String(repeating: " ", count: column - 1 - start)
    console.print("  \(gutter) | \(padding)\(console.styled("^", .good, on: .output))")
  }

  private func summary(_ file: ValidatedFile) -> String {
    let counts = [Finding.Severity.error, .warning, .note].compactMap { severity -> String? in
      let count = file.findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return "\(file.name): \(counts.isEmpty ? "good" : counts.joined(separator: ", "))"
  }
}
