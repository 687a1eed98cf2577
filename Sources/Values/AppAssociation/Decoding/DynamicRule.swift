package import JSONSyntax

/// A rule of Dynamic App Links (Android 15).
///
/// Source: Google, "Configure website associations", dynamic app links.
package struct DynamicRule: Sendable {
  /// The patterns of the rule.
  package let component: Component
  /// The keys outside the grammar.
  let unknownKeys: [String]

  /// The reason why a whole list of rules is discarded.
  package struct Malformation: Error, Hashable {
    /// The path relative to the list, such as `[0]["?"]`; empty for the list itself.
    package let path: String
    /// The position of the rule in the text, in bytes.
    package let offset: Int
    /// The reason, without a capital or full stop.
    package let message: String
  }

  /// Parses a list of rules; any malformed or empty field makes the system discard all of them.
  package static func list(_ node: JSONNode) throws(Malformation) -> [DynamicRule] {
    guard let elements = node.array else {
      throw Malformation(
        path: "", offset: node.offset,
        message: "found \(node.value.kindName): expected an array of rules")
    }
    guard !elements.isEmpty else {
      throw Malformation(path: "", offset: node.offset, message: "the list of rules is empty")
    }
    var rules: [DynamicRule] = []
    for (index, element) in elements.enumerated() {
      rules.append(try DynamicRule(element, path: "[\(index)]"))
    }
    return rules
  }

  /// The keys that a rule may have.
  package static let keys = ["/", "?", "#", "exclude", "comments"]

  /// Whether a query item's name contains a character whose meaning there is undocumented.
  var hasUnclearName: Bool {
    guard case .items(let items) = component.query else { return false }
    return items.contains { $0.name.contains { "*?\\".contains($0) } }
  }

  private init(_ node: JSONNode, path: String) throws(Malformation) {
    guard let members = node.object, !members.isEmpty else {
      throw Malformation(
        path: path, offset: node.offset,
        message: node.object == nil
          ? "found \(node.value.kindName): expected an object" : "the rule is empty")
    }
    var component = Component()
    component.path = try Self.text(node, "/", path)
    component.fragment = try Self.text(node, "#", path)
    if let query = node.member("?") {
      component.query = .items(try Self.items(query, jsonPath(path, member: "?")))
    }
    if let exclude = node.member("exclude") {
      guard let value = exclude.bool else {
        throw Malformation(
          path: path + ".exclude", offset: exclude.offset,
          message: "found \(exclude.value.kindName): expected true or false")
      }
      component.exclude = value
    }
    self.component = component
    unknownKeys = members.map(\.name).filter { !Self.keys.contains($0) }
  }

  private static func text(
    _ node: JSONNode, _ key: String, _ path: String
  ) throws(Malformation) -> String? {
    guard let value = node.member(key) else { return nil }
    return try pattern(value, jsonPath(path, member: key))
  }

  private static func pattern(_ node: JSONNode, _ path: String) throws(Malformation) -> String {
    guard let text = node.string else {
      throw Malformation(
        path: path, offset: node.offset,
        message: "found \(node.value.kindName): expected a pattern")
    }
    guard !text.isEmpty else {
      throw Malformation(path: path, offset: node.offset, message: "the pattern is empty")
    }
    return text
  }

  private static func items(
    _ node: JSONNode, _ path: String
  ) throws(Malformation) -> [Component.Query.Item] {
    guard let members = node.object, !members.isEmpty else {
      throw Malformation(
        path: path, offset: node.offset,
        message: node.object == nil
          ? "found \(node.value.kindName): expected an object that maps names to patterns"
          : "the object is empty")
    }
    var items: [Component.Query.Item] = []
    for member in members {
      let pattern = try pattern(member.node, jsonPath(path, member: member.name))
      items.append(Component.Query.Item(name: member.name, pattern: pattern))
    }
    return items
  }
}
