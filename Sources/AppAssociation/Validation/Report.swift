import JSONSyntax

/// Collects the findings of one rule after another.
///
/// Of each rule only the first are told one by one, since a file may have millions of the same
/// fault; the others are counted.
struct Report {
  private let document: JSONDocument
  /// The rule that is at work.
  private var code = ""
  /// What that rule has found, told or not.
  private var counts: [Finding.Severity: Int] = [:]
  private var findings: [(offset: Int, finding: Finding)] = []

  /// How many findings of one code and severity are told one by one.
  static let limit = 100
  /// How many characters of a message are told: it may repeat a pattern of megabytes.
  private static let longestMessage = 600

  init(_ document: JSONDocument) {
    self.document = document
  }

  mutating func run(_ code: String, _ check: (inout Report) -> Void) {
    self.code = code
    counts = [:]
    check(&self)
    for severity in [Finding.Severity.error, .warning, .note] { addRest(severity) }
  }

  mutating func error(
    _ spot: Spot, _ message: @autoclosure () -> String, help: @autoclosure () -> String? = nil
  ) {
    add(.error, spot, message, help)
  }

  mutating func warning(
    _ spot: Spot, _ message: @autoclosure () -> String, help: @autoclosure () -> String? = nil
  ) {
    add(.warning, spot, message, help)
  }

  mutating func note(
    _ spot: Spot, _ message: @autoclosure () -> String, help: @autoclosure () -> String? = nil
  ) {
    add(.note, spot, message, help)
  }

  /// About the file as a whole.
  mutating func file(_ severity: Finding.Severity, _ message: String, help: String? = nil) {
    findings.append(
      (-1, Finding(code: code, severity: severity, message: message, help: help)))
  }

  private mutating func add(
    _ severity: Finding.Severity, _ spot: Spot, _ message: () -> String, _ help: () -> String?
  ) {
    counts[severity, default: 0] += 1
    guard counts[severity, default: 0] <= Self.limit else { return }
    let position = document.position(of: spot.offset)
    let finding = Finding(
      code: code, severity: severity, path: spot.path, line: position.line,
      column: position.column, message: message().shortened(to: Self.longestMessage),
      help: help()?.shortened(to: Self.longestMessage))
    findings.append((spot.offset, finding))
  }

  /// What stands for all that were not told one by one.
  private mutating func addRest(_ severity: Finding.Severity) {
    let rest = counts[severity, default: 0] - Self.limit
    guard rest > 0 else { return }
    findings.append((.max, Finding(code: code, severity: severity, standingFor: rest)))
  }

  /// In the order of the file; those about one place in the order of the rules.
  var sorted: [Finding] {
    findings.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element.finding)
  }
}

extension String {
  /// The text, or its beginning and its end where it has more characters than that.
  func shortened(to limit: Int) -> String {
    guard utf8.count > limit, unicodeScalars.count > limit else { return self }
    var text = String(unicodeScalars.prefix(limit / 2))
    text += "…"
    text.unicodeScalars += unicodeScalars.suffix(limit / 2)
    return text
  }
}
