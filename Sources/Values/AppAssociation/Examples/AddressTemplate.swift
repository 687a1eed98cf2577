/// The path, query and fragment of addresses that a route matches, with places for its values and with
/// its wildcards filled in.
package struct AddressTemplate: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    /// Text as it stands in a URL.
    case text(String)
    /// The place of the value with this name.
    case value(String)
  }

  package let parts: [Part]

  /// Stands in for a value; nothing that anyone writes in a pattern.
  private static func mark(_ index: Int) -> String { "0keiro\(index)orike0" }

  /// The templates of a route, those with the shortest fillings first; empty when no text fits.
  package static func all(
    _ component: Component, substitutionVariables: [(name: String, values: [String])]
  ) -> [AddressTemplate] {
    let variables = SubstitutionVariables(substitutionVariables)
    let pattern = component.path.flatMap { try? CapturePattern($0) }
    let names = pattern?.names ?? []
    var marked = component
    if let pattern {
      marked.path = pattern.parts.map { part in
        switch part {
        case .text(let text): text
        case .name(let name): mark(names.firstIndex(of: name) ?? 0)
        }
      }.joined()
    }
    var templates: [AddressTemplate] = []
    for seed in [1, 3, 0, 2] {
      guard let example = ExampleURL(marked, variables: variables, seed: seed) else { continue }
      let template = AddressTemplate(example.text, names)
      if !templates.contains(template) { templates.append(template) }
    }
    return templates
  }

  private init(_ text: String, _ names: [String]) {
    var parts: [Part] = []
    var rest = Substring(text)
    for (index, name) in names.enumerated() {
      let mark = Self.mark(index)
      guard
        let start = rest.utf8.indices.first(where: { rest.utf8[$0...].starts(with: mark.utf8) })
      else { continue }
      if start > rest.startIndex { parts.append(.text(String(rest[..<start]))) }
      parts.append(.value(name))
      rest = Substring(rest.utf8[start...].dropFirst(mark.utf8.count))
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// The address with the same text for every value.
  package func filled(with value: String) -> String {
    parts.map { part in
      if case .text(let text) = part { text } else { value }
    }.joined()
  }
}
