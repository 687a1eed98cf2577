/// The compiled routes of a site; the first one that matches a request decides.
///
/// Rules are indexed by the literal prefix of their paths, so look-up time does not grow with their
/// number. They match as the generated file does on the newest system.
public struct RoutingTable: Sendable {
  private let rules: CompiledRules
  private let captureNames: [[String]]

  /// - Parameters:
  ///   - rules: the rules in order of precedence.
  ///   - substitutionVariables: the values of `$(name)`, in addition to Apple's predefined
  ///     variables.
  /// - Throws: `RoutingTableError` with every fault in every rule.
  public init(
    rules: [RoutingRule], substitutionVariables: [(name: String, values: [String])] = []
  ) throws(RoutingTableError) {
    let faults = Self.faults(in: rules, substitutionVariables: substitutionVariables)
    guard faults.isEmpty else { throw RoutingTableError(faults: faults) }
    let variables = SubstitutionVariables(substitutionVariables)
    var matchers: [ComponentMatcher] = []
    var captureNames: [[String]] = []
    for rule in rules {
      let captures = rule.component.path.flatMap { try? CapturePattern($0) }
      matchers.append(
        ComponentMatcher(rule.component, variables: variables, captures: captures))
      captureNames.append(captures?.names ?? [])
    }
    self.rules = CompiledRules(matchers)
    self.captureNames = captureNames
  }

  /// Every fault in every rule, which no table can be made of.
  package static func faults(
    in rules: [RoutingRule], substitutionVariables: [(name: String, values: [String])]
  ) -> [RoutingTableError.Fault] {
    let variables = SubstitutionVariables(substitutionVariables)
    return rules.enumerated().flatMap { number, rule in
      RuleCheck.faults(of: rule.component, variables).map { part, message in
        RoutingTableError.Fault(rule: number, part: part, message: message)
      }
    }
  }

  /// Returns the first matching rule; nil when none matches.
  ///
  /// - Parameters:
  ///   - path: the path as written in the request.
  ///   - query: the text after `?`; empty when there is none, since rules do not distinguish an
  ///     empty query from an absent one.
  ///   - fragment: the text after `#`; empty for requests, since it never reaches a server.
  public func match(
    path: Span<UInt8>, query: Span<UInt8>, fragment: Span<UInt8>
  ) -> RoutingMatch? {
    guard let rule = rules.first(path: path, query: query, fragment: fragment) else { return nil }
    let names = captureNames[rule]
    guard !names.isEmpty, let ranges = rules.matchers[rule].captures(in: path) else {
      return RoutingMatch(rule: rule, names: [], ranges: CaptureRanges(count: 0))
    }
    return RoutingMatch(rule: rule, names: names, ranges: ranges)
  }
}

/// The rule that decided, with its captures.
public struct RoutingMatch: Hashable, Sendable {
  /// The position of the rule in the table.
  public let rule: Int
  let names: [String]
  /// The ranges of the captures, in the order of the rule's names.
  package let ranges: CaptureRanges

  /// The captures, in path order.
  public var captures: [Capture] {
    names.indices.map { Capture(name: names[$0], range: ranges[$0]) }
  }

  /// The part of the path matched by a `{name}`.
  public struct Capture: Hashable, Sendable {
    /// The name without braces.
    public let name: String
    /// The byte offsets in the path.
    public let range: Range<Int>
  }
}

/// The faults that prevent rules from being compiled.
public struct RoutingTableError: Error, Hashable, Sendable {
  /// The faults, in rule order.
  public let faults: [Fault]

  /// One fault of one rule.
  public struct Fault: Hashable, Sendable {
    /// The position of the rule.
    public let rule: Int
    /// The key at fault: `/`, `?` or `#`.
    public let part: String
    /// The fault as a sentence without a capital or full stop.
    public let message: String
  }
}

extension RoutingRule {
  /// The names of the captures in its path, in order; empty when the path is invalid.
  public var captureNames: [String] { component.captureNames }
}

extension Component {
  /// The names of the captures in a route's path, in order; empty when the path is invalid.
  package var captureNames: [String] {
    path.flatMap { try? CapturePattern($0) }?.names ?? []
  }
}

/// One rule in a site's route table: a component whose path may have captures, and the apps that
/// open it.
public struct RoutingRule: Hashable, Sendable {
  /// The component; `{name}` in its path matches the same text as `?*` and captures it.
  public var component: Component
  /// The positions of the apps in the site's list of apps.
  public var apps: [Int]
  /// Whether a tap opens those apps; false for excludes and for pages that only show a banner.
  public var opensApps: Bool

  /// Creates a rule from its parts.
  public init(component: Component, apps: [Int], opensApps: Bool) {
    self.component = component
    self.apps = apps
    self.opensApps = opensApps
  }
}

/// Checks the patterns of configured routes for mistakes.
enum RuleCheck {
  static func faults(
    of component: Component, _ variables: SubstitutionVariables
  ) -> [(part: String, message: String)] {
    var faults: [(part: String, message: String)] = []
    if let path = component.path {
      do throws(CapturePattern.Fault) {
        _ = try CapturePattern(path)
      } catch {
        faults.append(("/", error.message))
      }
      if path.utf8.contains(UInt8(ascii: "#")) {
        faults.append(("/", "'\(path)' contains '#', which a path cannot have: use the key '#'"))
      }
    }
    return faults
      + component.keyedPatterns.flatMap { key, text in
        text.variableNames.compactMap { name in
          guard let name else { return (key, "'\(text)' has '$(' without ')'") }
          guard !variables.defines(name) else { return nil }
          return (
            key, "the variable '$(\(name))' is not defined: expected it in 'substitutionVariables'"
          )
        }
      }
  }
}
