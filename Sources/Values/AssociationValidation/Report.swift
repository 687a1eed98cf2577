import AppAssociation
import WebSyntax
import JSONSyntax

/// Collects the findings of one rule after another.
///
/// Only the first findings of each rule are listed, since a file may have millions of the same
/// fault; the others are counted.
struct Report {
  private let document: JSONDocument
  private var code = ""
  /// The number of findings of that rule, listed or not.
  private var counts: [Finding.Severity: Int] = [:]
  private var findings: [(offset: Int, order: Int, finding: Finding)] = []
  /// The position of the current rule in the list of all.
  private var order = 0
  /// The offsets of the errors of the rules that judge by themselves.
  private var errors: Set<Int> = []
  private var isLast = false
  /// The findings with proposed changes, which are tried out once all findings are known.
  private var proposals: [(finding: Int, repairs: [Repair], otherwise: String?)] = []
  /// The repairs that the findings propose.
  private(set) var repairs: [Repair] = []
  /// For comparisons of rules with each other: half of the budget. The rest is for trying out repairs.
  var budget: WorkBudget
  private let budgetOfRepairs: Int
  /// Whether some rules were not compared with each other.
  var isComplete = true

  /// The number of listed findings of one code and severity.
  static let limit = 100
  /// The maximum length of a message, which may quote a pattern of megabytes.
  private static let longestMessage = 600

  /// Enough for a hundred repairs of a file with fifty rules: a second and a half of work.
  static let usualBudget = 20_000_000

  init(_ document: JSONDocument, budget: Int = usualBudget) {
    self.document = document
    self.budget = WorkBudget(left: budget / 2)
    budgetOfRepairs = budget / 2
  }

  /// - Parameter last: the codes of the rules whose findings may follow from errors of the others,
  ///   and which run behind them.
  mutating func run<Subject>(
    _ rules: [Rule<Subject, Report>], on subject: Subject, last: Set<String> = []
  ) {
    for isLast in [false, true] {
      self.isLast = isLast
      for (order, rule) in rules.enumerated() where last.contains(rule.code) == isLast {
        (self.order, code, counts) = (order, rule.code, [:])
        rule.check(subject, &self)
        for severity in [Finding.Severity.error, .warning, .note] { addRest(severity) }
      }
    }
  }

  /// Whether a value or one inside it has an error, so that other findings about it may only follow
  /// from that one.
  func hasError(in node: JSONNode) -> Bool {
    guard !errors.isEmpty else { return false }
    if errors.contains(node.offset) { return true }
    return node.array?.contains(where: hasError)
      ?? node.object?.contains { errors.contains($0.nameOffset) || hasError(in: $0.node) } ?? false
  }

  func hasError(in spots: Spot...) -> Bool { spots.contains { hasError(in: $0.node) } }

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

  /// Adds a finding, with the first of several repairs that breaks nothing as its help.
  ///
  /// - Parameter otherwise: the help when none of them is harmless.
  mutating func finding(
    _ severity: Finding.Severity, _ spot: Spot, _ message: @autoclosure () -> String,
    repairs: @autoclosure () -> [Repair], otherwise: @autoclosure () -> String? = nil
  ) {
    guard add(severity, spot, message, { nil }) else { return }
    proposals.append((findings.count - 1, repairs(), otherwise()))
  }

  /// Gives the findings their helps: tries the repairs out, those of errors first.
  ///
  /// - Parameter trial: nil for helps without repairs.
  mutating func propose(_ trial: RepairTrial?) {
    var budget = WorkBudget(left: budgetOfRepairs + max(0, budget.left))
    let share = max(1, budget.left / 4)
    var untried = 0
    let severities: [Finding.Severity] = [.error, .warning, .note]
    for severity in severities {
      for proposal in proposals where findings[proposal.finding].finding.severity == severity {
        var isTried = true
        let chosen = trial.flatMap { trial in
          proposal.repairs.first { repair in
            budget.share(share) { budget in
              let isPermitted = trial.permits(repair, &budget)
              if budget.isExceeded { isTried = false }
              return isPermitted
            }
          }
        }
        if !isTried { untried += 1 }
        if let chosen { repairs.append(chosen) }
        findings[proposal.finding].finding.help =
          (chosen?.help ?? proposal.otherwise)?.shortened(to: Self.longestMessage)
      }
    }
    addUnsearched(untried)
  }

  /// Says what was left out of a search that would have taken too long.
  private mutating func addUnsearched(_ untried: Int) {
    (order, code) = (.max, "left-unsearched")
    let help = "shorten the lists of rules, or of the values of variables"
    if !isComplete || budget.isExceeded {
      file(
        .note, "not every rule was compared with the others: that would take too long",
        help: help, at: .max)
    }
    if untried > 0 {
      file(
        .note,
        "changes were not tried out for \(untried) of the findings: that would take too long",
        help: help, at: .max)
    }
  }

  /// Warns of a text that was meant as the name of a query item.
  mutating func warn(ofItem name: String, pattern: String, at spot: Spot) {
    guard let right = AppleFile.nameOfItem(name) else { return }
    warning(
      spot,
      "'\(name)' is the name of no query item: expected only the name, without '?', '&' or '='",
      help: "write {\"\(right.name)\": \"\(right.value ?? pattern)\"}")
  }

  /// Adds a finding about the file as a whole, in front of the others.
  mutating func file(
    _ severity: Finding.Severity, _ message: String, help: String? = nil, at place: Int = -1
  ) {
    findings.append(
      (place, order, Finding(code: code, severity: severity, message: message, help: help)))
  }

  /// Returns whether the finding is listed.
  @discardableResult
  private mutating func add(
    _ severity: Finding.Severity, _ spot: Spot, _ message: () -> String, _ help: () -> String?
  ) -> Bool {
    counts[severity, default: 0] += 1
    if severity == .error, !isLast { errors.insert(spot.offset) }
    guard counts[severity, default: 0] <= Self.limit else { return false }
    let position = document.position(of: spot.offset)
    let finding = Finding(
      code: code, severity: severity, path: spot.path, line: position.line,
      column: position.column, message: message().shortened(to: Self.longestMessage),
      help: help()?.shortened(to: Self.longestMessage))
    findings.append((spot.offset, order, finding))
    return true
  }

  /// The summary of the findings that were not listed.
  private mutating func addRest(_ severity: Finding.Severity) {
    let rest = counts[severity, default: 0] - Self.limit
    guard rest > 0 else { return }
    findings.append((.max, order, Finding(code: code, severity: severity, standingFor: rest)))
  }

  /// The findings in the order of the file; those about one position in the order of the rules.
  var sorted: [Finding] {
    findings.enumerated().sorted {
      ($0.element.offset, $0.element.order, $0.offset)
        < ($1.element.offset, $1.element.order, $1.offset)
    }.map(\.element.finding)
  }
}
