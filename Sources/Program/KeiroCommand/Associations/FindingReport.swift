import AppAssociation
import AssociationValidation
import JSONSyntax
import Questions

/// The text form of findings: position, message, the line with a caret under the error, and the
/// fix.
struct FindingReport {
  let console: Console

  func print(_ file: ValidatedFile) {
    let lines = JSONLines(bytes: file.text)
    for finding in file.findings {
      console.print(styled: heading(finding, file.name))
      if let line = finding.line, let column = finding.column,
        let excerpt = lines.excerpt(JSONPosition(line: line, column: column))
      {
        show(excerpt, line: line)
      }
      if let help = finding.help { console.print("  help: \(help)") }
    }
    console.print(summary(file))
  }

  private func heading(_ finding: Finding, _ file: String) -> StyledLine {
    let position = [finding.line, finding.column].compactMap(\.self).map { ":\($0)" }.joined()
    let path = finding.path.isEmpty ? "" : finding.path + ": "
    let message = "\(path)\(finding.message) [\(finding.code)]"
    return
      "\(file)\(position): \(finding.severity.rawValue, style(finding.severity)): \(message)"
  }

  private func style(_ severity: Finding.Severity) -> Console.Style {
    switch severity {
    case .error: .error
    case .warning: .warning
    case .note: .bold
    }
  }

  private func show(_ excerpt: JSONLines.Excerpt, line: Int) {
    let number = "\(line)"
    let gutter = "".padded(to: number.count)
    console.print("  \(number) | \(excerpt.text)")
    let padding = "".padded(to: excerpt.indentation)
    console.print(styled: "  \(gutter) | \(padding)\("^", .good)")
  }

  private func summary(_ file: ValidatedFile) -> String {
    let counts = [Finding.Severity.error, .warning, .note].compactMap { severity -> String? in
      let count = file.findings.reduce(0) { $0 + ($1.severity == severity ? $1.count : 0) }
      return count == 0 ? nil : count.counted(severity.rawValue)
    }
    return "\(file.name): \(counts.isEmpty ? "good" : counts.joined(separator: ", "))"
  }
}
