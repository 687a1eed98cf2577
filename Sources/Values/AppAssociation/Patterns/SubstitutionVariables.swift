/// The variables available as `$(name)` in patterns.
///
/// Source: Apple, `applinks.SubstitutionVariables`.
package struct SubstitutionVariables: Sendable {
  private let custom: [String: VariableValues]

  /// Values may contain `*` and `?` but no other variables; of several variables with the same
  /// name, the first counts.
  package init(_ variables: [(name: String, values: [String])] = []) {
    var custom: [String: VariableValues] = [:]
    for (name, values) in variables where custom[name] == nil {
      custom[name] = VariableValues(values.map(PatternParser.wildcards))
    }
    self.custom = custom
  }

  /// Returns the node for a variable; custom variables take precedence over Apple's.
  func node(_ name: String) -> PatternNode {
    if let values = custom[name] { return .choice(values) }
    if let byteClass = ByteClass(rawValue: name) { return .byteClass(byteClass) }
    switch name {
    case "region": return .choice(Self.regions)
    case "lang": return .choice(Self.languages)
    default: return .nothing
    }
  }

  /// Returns whether Apple defines a variable with that name.
  package static func isPredefined(_ name: String) -> Bool {
    SubstitutionVariables().defines(name)
  }

  /// Returns whether the name is a custom or predefined variable.
  package func defines(_ name: String) -> Bool {
    node(name) != .nothing
  }

  private static let regions = literals(RegionCodes.all)
  private static let languages = literals(LanguageCodes.all)

  private static func literals(_ codes: String) -> VariableValues {
    VariableValues(codes.split(separator: " ").map { $0.utf8.map(PatternNode.byte) })
  }
}
