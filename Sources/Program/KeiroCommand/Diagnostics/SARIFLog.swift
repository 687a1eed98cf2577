import JSONSyntax
import WebSyntax

/// A log in the Static Analysis Results Interchange Format 2.1.0 (OASIS).
struct SARIFLog {
  /// A rule that results refer to.
  struct Rule: Equatable {
    var id: String
    /// The subject of the rule, as a sentence.
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
    let broken = Set(diagnostics.map(\.rule))
    let described = Set(rules.map(\.id))
    let rules = rules.filter { broken.contains($0.id) }
    var seen: Set<String> = []
    let others = diagnostics.map(\.rule).filter {
      !described.contains($0) && seen.insert($0).inserted
    }
    self.rules = rules + others.map { Rule(id: $0) }
  }

  var document: JSONOutput {
    let driver = JSONOutput.object([
      .init("name", .string("keiro")), .init("version", .string(keiroVersion)),
      .init("rules", .array(rules.map(\.output))),
    ])
    let run = JSONOutput.object([
      .init("tool", .object([.init("driver", driver)])),
      // The unit in which every column of the findings is counted.
      .init("columnKind", .string("unicodeCodePoints")),
      .init("results", .array(diagnostics.map(result))),
    ])
    return .object([
      .init("$schema", .string(Self.schema)), .init("version", .string("2.1.0")),
      .init("runs", .array([run])),
    ])
  }

  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  private func result(_ diagnostic: Diagnostic) -> JSONOutput {
    var members: [JSONOutput.Member] = [.init("ruleId", .string(diagnostic.rule))]
    if let index = rules.firstIndex(where: { $0.id == diagnostic.rule }) {
      members.append(.init("ruleIndex", .int(index)))
    }
    let file = JSONOutput.object([.init("uri", .string(Self.uri(diagnostic.file)))])
    var location: [JSONOutput.Member] = [.init("artifactLocation", file)]
    if let line = diagnostic.line {
      var region: [JSONOutput.Member] = [.init("startLine", .int(line))]
      if let column = diagnostic.column { region.append(.init("startColumn", .int(column))) }
      location.append(.init("region", .object(region)))
    }
    members += [
      .init("level", .string(diagnostic.severity.rawValue)),
      .init("message", .object([.init("text", .string(diagnostic.text))])),
      .init("locations", .array([.object([.init("physicalLocation", .object(location))])])),
    ]
    return .object(members)
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
    var members: [JSONOutput.Member] = [.init("id", .string(id))]
    if let summary {
      members.append(.init("shortDescription", .object([.init("text", .string(summary))])))
    }
    if let help { members.append(.init("help", .object([.init("text", .string(help))]))) }
    return .object(members)
  }
}
