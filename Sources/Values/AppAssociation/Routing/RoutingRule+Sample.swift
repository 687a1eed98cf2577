extension RoutingRule {
  /// Generates sample URLs (path, query and fragment) that the rule accepts; several, since an
  /// earlier rule may match one of them. Empty when none can be made.
  package func samples(substitutionVariables: [(name: String, values: [String])]) -> [String] {
    var component = component
    component.path = component.path.map { (try? CapturePattern($0))?.applePattern ?? $0 }
    let variables = SubstitutionVariables(substitutionVariables)
    var seen: Set<String> = []
    // The numeric sample comes first: it looks most realistic.
    return [3, 0, 1, 2].compactMap { seed in
      ExampleURL(component, variables: variables, seed: seed)?.text
    }.filter { seen.insert($0).inserted }
  }
}
