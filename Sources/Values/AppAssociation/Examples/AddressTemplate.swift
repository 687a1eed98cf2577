/// The paths, queries and fragments of addresses that a route matches, with wildcards filled in and names in
/// braces for the values, such as `/article/{id}`. They stand as in a URL, which has no other braces.
package enum AddressTemplate {
  /// The templates of a route, those with the shortest fillings first; empty when no text fits.
  package static func all(
    _ component: Component, substitutionVariables: [(name: String, values: [String])]
  ) -> [String] {
    let pattern = component.path.flatMap { try? CapturePattern($0) }
    let names = pattern?.names ?? []
    // Example texts are made from patterns without names.
    func mark(_ name: String) -> String { "0keiro\(names.firstIndex(of: name) ?? 0)orike0" }
    var marked = component
    marked.path = pattern.map { pattern in
      pattern.parts.map { part in
        switch part {
        case .text(let text): text
        case .name(let name): mark(name)
        }
      }.joined()
    }
    let variables = SubstitutionVariables(substitutionVariables)
    var templates: [String] = []
    for seed in [1, 3, 0, 2] {
      guard let example = ExampleURL(marked, variables: variables, seed: seed) else { continue }
      let template = names.reduce(example.text) { $0.replacingAll(mark($1), with: "{\($1)}") }
      if !templates.contains(template) { templates.append(template) }
    }
    return templates
  }

  /// A template with the same text in the place of every value.
  package static func filled(_ template: String, _ names: [String], with value: String) -> String {
    names.reduce(template) { $0.replacingAll("{\($1)}", with: value) }
  }
}
