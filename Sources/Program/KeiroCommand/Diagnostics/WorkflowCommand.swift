/// A workflow command of GitHub Actions that attaches a finding to a line.
///
/// Source: GitHub, Workflow commands for GitHub Actions.
struct WorkflowCommand {
  private let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }

  /// The command, `::error file=F,line=L,col=C,title=T::message`.
  var line: String {
    let name =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties = [("file", diagnostic.file)]
    if let line = diagnostic.line { properties.append(("line", "\(line)")) }
    if let column = diagnostic.column { properties.append(("col", "\(column)")) }
    properties.append(("title", diagnostic.rule))
    let list = properties.map { "\($0)=\(Self.escape($1, also: [":", ","]))" }
    return "::\(name) \(list.joined(separator: ","))::\(Self.escape(diagnostic.text))"
  }

  /// Escapes what the runner decodes: `%25`, `%0D` and `%0A` everywhere, `%3A` and `%2C` in
  /// properties.
  private static func escape(_ text: String, also extra: [Unicode.Scalar] = []) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == "%" || scalar == "\r" || scalar == "\n" || extra.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
