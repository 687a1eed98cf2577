package import JSONSyntax

/// An `assetlinks.json`, read as leniently as possible: one invalid statement does not affect the
/// others.
///
/// Source: Google, Digital Asset Links specification.
public struct AssetLinks: Sendable {
  /// The statements, in file order; elements that are not objects are left out.
  public let statements: [Statement]
  /// The size of the text, in bytes.
  public let byteCount: Int
  package let document: JSONDocument

  init(_ document: JSONDocument, byteCount: Int) {
    self.document = document
    self.byteCount = byteCount
    statements = (document.root.array ?? []).enumerated().compactMap { index, node in
      node.object == nil ? nil : Statement(node, index: index)
    }
  }

  /// The packages of all Android targets, without duplicates, in file order.
  public var packageNames: [String] { statements.compactMap(\.packageName).withoutRepeats }
}

/// One statement of a list.
public struct Statement: Sendable {
  /// The position of the statement in the list, from 0.
  public let index: Int
  /// The granted relations; non-string elements are left out.
  public let relations: [String]
  /// The target's package; nil when the target is not an Android app.
  public let packageName: String?
  /// The fingerprints of the target's certificates, as written.
  public let fingerprints: [String]
  /// The URL of a list to read in place of this statement; nil for an ordinary statement.
  public let include: String?
  package let node: JSONNode

  /// The relation that lets an app open URLs.
  package static let handleAllURLs = "delegate_permission/common.handle_all_urls"

  init(_ node: JSONNode, index: Int) {
    self.node = node
    self.index = index
    relations = node.member("relation")?.array?.compactMap(\.string) ?? []
    include = node.member("include")?.string
    let target = node.member("target")
    let isApp = target?.member("namespace")?.string == "android_app"
    packageName = isApp ? target?.member("package_name")?.string : nil
    let list = isApp ? target?.member("sha256_cert_fingerprints")?.array : nil
    fingerprints = list?.compactMap(\.string) ?? []
  }

  /// The Dynamic App Links rules for opening URLs; nil when there are none.
  package var dynamicRules: JSONNode? {
    node.member(StrayRules.extensions)?.member(Self.handleAllURLs)?.member(StrayRules.rules)
  }

  package var dynamicPath: String {
    let extensions = "[\(index)].\(StrayRules.extensions)"
    return jsonPath(extensions, member: Self.handleAllURLs) + "." + StrayRules.rules
  }

  /// The values that are meant as dynamic rules, or as what holds them, where no system reads them.
  package var strayRules: [StrayRules] { StrayRules.all(of: self) }
}

/// A rule of Dynamic App Links (Android 15).
///
/// Source: Google, "Configure website associations", dynamic app links.
package struct DynamicRule: Sendable {
  package let component: Component
  /// The keys outside the grammar.
  package let unknownKeys: [String]

  /// The reason why a whole list of rules is discarded.
  package struct Malformation: Error, Hashable {
    /// The path relative to the list, such as `[0]["?"]`; empty for the list itself.
    package let path: String
    /// The position of the rule in the text, in bytes.
    package let offset: Int
    package let message: String
    /// The right form; nil when it cannot be told.
    package var help: String?

    fileprivate init(_ node: JSONNode, _ path: String, _ message: String, help: String? = nil) {
      (self.path, self.help, offset) = (path, help, node.offset)
      self.message = message
    }
  }

  /// Parses a list of rules; any malformed or empty field makes the system discard all of them.
  package static func list(_ node: JSONNode) throws(Malformation) -> [DynamicRule] {
    guard let elements = node.array else {
      throw Malformation(
        node, "", "found \(node.value.kindName): expected an array of rules",
        help: node.object == nil ? nil : "write [ ] around the rule")
    }
    guard !elements.isEmpty else {
      throw Malformation(node, "", "the list of rules is empty")
    }
    var rules: [DynamicRule] = []
    for (index, element) in elements.enumerated() {
      rules.append(try DynamicRule(element, path: "[\(index)]"))
    }
    return rules
  }

  package static let keys = ["/", "?", "#", "exclude", "comments"]

  /// The key that another name was meant as; nil for one without a near key.
  package static func key(meantBy name: String) -> String? {
    let words: [(key: String, names: [String])] = [
      ("/", ["path", "paths", "pathprefix", "pathpattern", "pattern", "url"]),
      ("?", ["query", "queries", "params"]), ("#", ["fragment", "hash", "anchor"]),
    ]
    let word = words.first { nearestName(to: name.lowercased(), among: $0.names) != nil }
    return word?.key ?? nearestName(to: name, among: keys)
  }

  /// Whether a query item's name contains a character whose meaning there is undocumented.
  var hasUnclearName: Bool {
    guard case .items(let items) = component.query else { return false }
    return items.contains { $0.name.contains { "*?\\".contains($0) } }
  }

  private init(_ node: JSONNode, path: String) throws(Malformation) {
    guard let members = node.object else {
      throw Malformation(
        node, path, "found \(node.value.kindName): expected an object",
        help: node.string.map { "write {\"/\": \"\($0)\"}" })
    }
    guard !members.isEmpty else { throw Malformation(node, path, "the rule is empty") }
    var component = Component()
    component.path = try Self.text(node, "/", path)
    component.fragment = try Self.text(node, "#", path)
    if let query = node.member("?") {
      component.query = .items(try Self.items(query, jsonPath(path, member: "?")))
    }
    if let exclude = node.member("exclude") {
      guard let value = exclude.bool else {
        throw Malformation(
          exclude, path + ".exclude", "found \(exclude.value.kindName): expected true or false",
          help: exclude.string.flatMap { Bool($0.lowercased()) }.map { value in
            "write \(value) without quotation marks"
          })
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
        node, path, "found \(node.value.kindName): expected a pattern",
        help: node.array == nil ? nil : "write a rule for each pattern")
    }
    guard !text.isEmpty else { throw Malformation(node, path, "the pattern is empty") }
    return text
  }

  /// The object for a query that was written as text.
  private static func object(_ query: String) -> String {
    let items = query.drop { "?&".contains($0) }.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1)
      return "\"\(parts.first ?? "")\": \"\(parts.count > 1 ? parts[1] : "*")\""
    }
    return "write {\"?\": {\(items.joined(separator: ", "))}}"
  }

  private static func items(
    _ node: JSONNode, _ path: String
  ) throws(Malformation) -> [Component.Query.Item] {
    guard let members = node.object else {
      throw Malformation(
        node, path, "found \(node.value.kindName): expected an object that maps names to patterns",
        help: node.string.map(Self.object))
    }
    guard !members.isEmpty else { throw Malformation(node, path, "the object is empty") }
    return try members.map { member throws(Malformation) in
      Component.Query.Item(
        name: member.name, pattern: try pattern(member.node, jsonPath(path, member: member.name)))
    }
  }
}
