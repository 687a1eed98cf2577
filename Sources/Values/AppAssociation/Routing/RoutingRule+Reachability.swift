extension RoutingRule {
  /// The rules that no URL reaches, each with an earlier one that accepts all of its URLs; without
  /// those that could only be found by very much work.
  package static func unreachable(
    _ rules: [RoutingRule], substitutionVariables: [(name: String, values: [String])]
  ) -> [(rule: Int, earlier: Int)] {
    let components = rules.map(\.component.withoutCaptures)
    return Reachability(components, SubstitutionVariables(substitutionVariables)).shadows
      .map { ($0.rule, $0.earlier) }
  }
}
