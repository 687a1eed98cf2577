import AppAssociation
import AssociationValidation
import JSONSyntax
import KeiroConfiguration
import WebSyntax

/// A finding about a file, for programs that show it beside the file.
struct Diagnostic: Equatable {
  /// A path as given to the command, or a URL.
  let file: String
  let finding: Finding

  var text: String {
    (finding.path.isEmpty ? "" : finding.path + ": ") + finding.message
      + (finding.help.map { "; " + $0 } ?? "")
  }
}

extension Finding {
  init(_ problem: ConfigurationProblem) {
    let isError = problem.severity == .error
    self.init(
      code: isError ? "configuration-error" : "configuration-warning",
      severity: isError ? .error : .warning, path: problem.path, line: problem.position?.line,
      column: problem.position?.column, message: problem.message)
  }
}

extension Console {
  func print(_ diagnostics: [Diagnostic], as format: ReportFormat, rules: [SARIFLog.Rule] = []) {
    if format == .github {
      for diagnostic in diagnostics { print(diagnostic.workflowCommand) }
    } else {
      print(SARIFLog(diagnostics, rules: rules).document)
    }
  }
}

enum ReportFormat: String, CaseIterable, Sendable {
  case text
  case json
  /// SARIF 2.1.0, read by code scanning services.
  case sarif
  /// Workflow commands, which GitHub shows in pull requests.
  case github
}

extension OptionSpecification {
  static let reportFormat = Self(
    "--format", .words(ReportFormat.allCases.map(\.rawValue)),
    "the format of the result; default text")
}

extension ParsedArguments {
  /// `--json` is short for `--format json`.
  func reportFormat() throws(UsageError) -> ReportFormat {
    let format: ReportFormat? = word(.reportFormat)
    guard has(.json) else { return format ?? .text }
    guard format == nil || format == .json else {
      throw error(.contradiction(OptionSpecification.json.name, "--format"))
    }
    return .json
  }
}

extension Diagnostic {
  /// A workflow command of GitHub Actions that attaches the finding to a line.
  ///
  /// Source: GitHub, Workflow commands for GitHub Actions.
  fileprivate var workflowCommand: String {
    let name =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties = [("file", file)]
    if let line = finding.line { properties.append(("line", "\(line)")) }
    if let column = finding.column { properties.append(("col", "\(column)")) }
    properties.append(("title", finding.code))
    let list = properties.map { "\($0)=\(Self.escape($1, also: [":", ","]))" }
    return "::\(name) \(list.joined(separator: ","))::\(Self.escape(text))"
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

/// A log in the Static Analysis Results Interchange Format 2.1.0 (OASIS).
struct SARIFLog {
  struct Rule: Equatable {
    var id: String
    var summary: String?
    /// The suggested remedy, in plain text that is also valid Markdown.
    var help: String?
  }

  private let diagnostics: [Diagnostic]
  private let rules: [Rule]

  /// - Parameter rules: the known rules. The log lists those with results; a rule that is not known
  ///   has only its name.
  init(_ diagnostics: [Diagnostic], rules: [Rule]) {
    self.diagnostics = diagnostics
    let broken = Set(diagnostics.map(\.finding.code))
    let described = Set(rules.map(\.id))
    let rules = rules.filter { broken.contains($0.id) }
    var seen: Set<String> = []
    let others = diagnostics.map(\.finding.code).filter {
      !described.contains($0) && seen.insert($0).inserted
    }
    self.rules = rules + others.map { Rule(id: $0) }
  }

  var document: JSONOutput {
    let driver: JSONOutput = [
      "name": .string("keiro"), "version": .string(keiroVersion),
      "rules": .array(rules.map(\.output)),
    ]
    let run: JSONOutput = [
      "tool": ["driver": driver],
      // The unit in which every column of the findings is counted.
      "columnKind": "unicodeCodePoints", "results": .array(diagnostics.map(result)),
    ]
    return ["$schema": .string(Self.schema), "version": .string("2.1.0"), "runs": .array([run])]
  }

  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  private func result(_ diagnostic: Diagnostic) -> JSONOutput {
    let finding = diagnostic.finding
    let region: JSONOutput = [
      "startLine": .optional(finding.line), "startColumn": .optional(finding.column),
    ]
    let location: JSONOutput = [
      "artifactLocation": ["uri": .string(Self.uri(diagnostic.file))],
      "region": finding.line == nil ? .null : region.withoutNulls,
    ]
    let result: JSONOutput = [
      "ruleId": .string(finding.code),
      "ruleIndex": .optional(rules.firstIndex { $0.id == finding.code }),
      "level": .string(finding.severity.rawValue), "message": ["text": .string(diagnostic.text)],
      "locations": [["physicalLocation": location.withoutNulls]],
    ]
    return result.withoutNulls
  }

  /// The file as a URI reference (RFC 3986): a URL unchanged, an absolute path with the scheme
  /// `file`.
  private static func uri(_ file: String) -> String {
    if file.hasPrefix("https://") || file.hasPrefix("http://") { return file }
    if file == "-" { return "stdin" }
    let path = file.split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentCoding.encodeComponent(String($0)) }.joined(separator: "/")
    return path.hasPrefix("/") ? "file://" + path : path
  }
}

extension SARIFLog.Rule {
  fileprivate var output: JSONOutput {
    func text(_ text: String?) -> JSONOutput { text.map { ["text": .string($0)] } ?? .null }
    let rule: JSONOutput = [
      "id": .string(id), "shortDescription": text(summary), "help": text(help),
    ]
    return rule.withoutNulls
  }
}
