/// The variables that `$(name)` in a pattern may name.
///
/// Source: Apple, `applinks.SubstitutionVariables`.
struct SubstitutionVariables: Sendable {
  private let custom: [String: VariableValues]

  /// Values may hold `*` and `?` but no other variable; of a repeated name the first counts.
  init(_ variables: [(name: String, values: [String])] = []) {
    var custom: [String: VariableValues] = [:]
    for (name, values) in variables where custom[name] == nil {
      custom[name] = VariableValues(values.map(PatternParser.wildcards))
    }
    self.custom = custom
  }

  /// What a variable stands for; custom ones go before Apple's own.
  func node(_ name: String) -> PatternNode {
    if let values = custom[name] { return .choice(values) }
    if let byteClass = ByteClass(rawValue: name) { return .byteClass(byteClass) }
    switch name {
    case "region": return .choice(Self.regions)
    case "lang": return .choice(Self.languages)
    default: return .nothing
    }
  }

  /// Whether Apple defines a variable of that name.
  static func isPredefined(_ name: String) -> Bool {
    SubstitutionVariables().defines(name)
  }

  /// Whether anything stands for the name.
  func defines(_ name: String) -> Bool {
    node(name) != .nothing
  }

  private static let regions = literals(RegionCodes.all)
  private static let languages = literals(LanguageCodes.all)

  private static func literals(_ codes: String) -> VariableValues {
    VariableValues(codes.split(separator: " ").map { $0.utf8.map(PatternNode.byte) })
  }
}
