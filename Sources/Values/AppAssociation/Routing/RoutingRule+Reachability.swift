extension RoutingRule {
  /// Finds rules that no URL reaches, each with an earlier one that accepts all of its URLs; omits
  /// those that would take too much work to find.
  package static func unreachable(
    _ rules: [RoutingRule], substitutionVariables: [(name: String, values: [String])]
  ) -> [(rule: Int, earlier: Int)] {
    let components = rules.map(\.component.withoutCaptures)
    return Reachability(components, SubstitutionVariables(substitutionVariables)).shadows
      .map { ($0.rule, $0.earlier) }
  }
}
