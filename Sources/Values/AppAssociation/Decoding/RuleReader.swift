import JSONSyntax

/// Reads rules as systems do: unknown keys are ignored, and values of the wrong type are treated as
/// absent.
enum RuleReader {
  /// Reads a rule; nil when the value is not an object. `unreadKeys` have values of the wrong type.
  static func component(_ node: JSONNode) -> (component: Component, unreadKeys: [String])? {
    guard node.object != nil else { return nil }
    var component = Component()
    var unread: [String] = []
    func read<Value>(_ key: String, _ value: (JSONNode) -> Value?) -> Value? {
      guard let node = node.member(key) else { return nil }
      let value = value(node)
      if value == nil { unread.append(key) }
      return value
    }
    component.path = read("/", \.string)
    component.query = read("?", query)
    component.fragment = read("#", \.string)
    component.exclude = read("exclude", \.bool)
    component.caseSensitive = read("caseSensitive", \.bool)
    component.percentEncoded = read("percentEncoded", \.bool)
    component.comment = node.member("comment")?.string
    return (component, unread)
  }

  /// A single non-string value voids the whole dictionary, as observed in `swcutil`. Of several
  /// items with the same name, the last counts.
  private static func query(_ node: JSONNode) -> Component.Query? {
    if let text = node.string { return .string(text) }
    guard let members = node.object else { return nil }
    var items: [Component.Query.Item] = []
    var positions: [String: Int] = [:]
    for member in members {
      guard let pattern = member.node.string else { return nil }
      if let position = positions[member.name] {
        items[position].pattern = pattern
      } else {
        positions[member.name] = items.count
        items.append(Component.Query.Item(name: member.name, pattern: pattern))
      }
    }
    return .items(items)
  }
}
