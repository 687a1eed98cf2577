/// The routes of a site, compiled: the first that matches a request decides.
///
/// Rules are found by the literal beginning of their path, so a look-up does not grow with their
/// number. They are matched as the newest system matches the file that is made from them.
public struct RoutingTable: Sendable {
  private let rules: CompiledRules
  private let captureNames: [[String]]

  /// - Parameters:
  ///   - rules: in the order in which they are asked.
  ///   - substitutionVariables: for `$(name)`, beside Apple's own.
  /// - Throws: every fault of every rule.
  public init(
    rules: [RoutingRule], substitutionVariables: [(name: String, values: [String])] = []
  ) throws(RoutingTableError) {
    let variables = SubstitutionVariables(substitutionVariables)
    var matchers: [ComponentMatcher] = []
    var captureNames: [[String]] = []
    var faults: [RoutingTableError.Fault] = []
    for (number, rule) in rules.enumerated() {
      faults += RuleCheck.faults(of: rule.component, variables).map { part, message in
        RoutingTableError.Fault(rule: number, part: part, message: message)
      }
      let captures = rule.component.path.flatMap { try? CapturePattern($0) }
      matchers.append(
        ComponentMatcher(rule.component, variables: variables, captures: captures))
      captureNames.append(captures?.names ?? [])
    }
    guard faults.isEmpty else { throw RoutingTableError(faults: faults) }
    self.rules = CompiledRules(matchers)
    self.captureNames = captureNames
  }

  /// The first rule that matches; nil when none does.
  ///
  /// - Parameters:
  ///   - path: as it was written in the request.
  ///   - query: what follows `?`; empty when there is none, which rules cannot tell apart.
  ///   - fragment: what follows `#`; empty for requests, since it never reaches a server.
  public func match(
    path: Span<UInt8>, query: Span<UInt8>, fragment: Span<UInt8>
  ) -> RoutingMatch? {
    guard let rule = rules.first(path: path, query: query, fragment: fragment) else { return nil }
    let names = captureNames[rule]
    // A rule that decodes may have matched what is not to be found in the path as it is written.
    guard !names.isEmpty, let ranges = rules.matchers[rule].path?.captures(in: path) else {
      return RoutingMatch(rule: rule, names: [], ranges: CaptureRanges(count: 0))
    }
    return RoutingMatch(rule: rule, names: names, ranges: ranges)
  }
}

/// The rule that decided, and what its path captured.
public struct RoutingMatch: Hashable, Sendable {
  /// Position of the rule in the table.
  public let rule: Int
  private let names: [String]
  /// What the captures cover, by their places among the names of the rule.
  package let ranges: CaptureRanges

  init(rule: Int, names: [String], ranges: CaptureRanges) {
    self.rule = rule
    self.names = names
    self.ranges = ranges
  }

  /// In the order of the path.
  public var captures: [Capture] {
    names.indices.map { Capture(name: names[$0], range: ranges[$0]) }
  }

  /// A part of the path that a `{name}` covers.
  public struct Capture: Hashable, Sendable {
    /// Without braces.
    public let name: String
    /// Offsets in the bytes of the path.
    public let range: Range<Int>
  }
}

/// What keeps rules from being compiled.
public struct RoutingTableError: Error, Hashable, Sendable {
  /// In the order of the rules.
  public let faults: [Fault]

  /// One fault of one rule.
  public struct Fault: Hashable, Sendable {
    /// Position of the rule.
    public let rule: Int
    /// The key at fault: `/`, `?` or `#`.
    public let part: String
    /// One sentence without capital and full stop.
    public let message: String
  }
}

extension RoutingRule {
  /// The names in the braces of its path, in order; empty when the path cannot be read.
  public var captureNames: [String] { component.captureNames }
}

extension Component {
  /// The names in the braces of a path of ours, in order; empty when the path cannot be read.
  package var captureNames: [String] {
    path.flatMap { try? CapturePattern($0) }?.names ?? []
  }
}
