import JSONSyntax

/// Collects the findings of one rule after another.
struct Report {
  private let document: JSONDocument
  /// The rule that is at work.
  fileprivate(set) var code = ""
  private(set) var findings: [(offset: Int, finding: Finding)] = []

  init(_ document: JSONDocument) {
    self.document = document
  }

  mutating func run(_ code: String, _ check: (inout Report) -> Void) {
    self.code = code
    check(&self)
  }

  mutating func error(_ spot: Spot, _ message: String, help: String? = nil) {
    add(.error, spot, message, help)
  }

  mutating func warning(_ spot: Spot, _ message: String, help: String? = nil) {
    add(.warning, spot, message, help)
  }

  mutating func note(_ spot: Spot, _ message: String, help: String? = nil) {
    add(.note, spot, message, help)
  }

  /// About the file as a whole.
  mutating func file(_ severity: Finding.Severity, _ message: String, help: String? = nil) {
    findings.append(
      (-1, Finding(code: code, severity: severity, message: message, help: help)))
  }

  private mutating func add(
    _ severity: Finding.Severity, _ spot: Spot, _ message: String, _ help: String?
  ) {
    let position = document.position(of: spot.offset)
    let finding = Finding(
      code: code, severity: severity, path: spot.path, line: position.line,
      column: position.column, message: message, help: help)
    findings.append((spot.offset, finding))
  }

  /// In the order of the file; those about one place in the order of the rules.
  var sorted: [Finding] {
    findings.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element.finding)
  }
}
