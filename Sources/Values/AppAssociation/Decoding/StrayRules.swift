package import JSONSyntax

/// Dynamic rules, or an object around them, under a wrong name, at a wrong place or of a wrong type:
/// no system reads them, so the manifest alone decides.
///
/// Source: Google, "Configure website associations", dynamic app links.
package struct StrayRules: Hashable, Sendable {
  package let path: String
  /// The position of the name or value, in bytes.
  package let offset: Int
  /// The fault and the expectation, without a capital or full stop.
  package let message: String
  package let help: String
  /// Whether it holds rules, or was meant to, which therefore do not apply.
  package private(set) var holdsRules = true

  package static let extensions = "relation_extensions"
  package static let rules = "dynamic_app_link_components"

  /// Whether a name is that key, or was meant as it.
  package static func meansRules(_ name: String) -> Bool {
    nearestName(to: name, among: [rules]) != nil
  }

  /// Whether a member of the extensions was meant as a relation, of which systems ask for the rules.
  package static func isRelation(_ name: String, _ value: JSONNode) -> Bool {
    !meansRules(name)
      && (name.contains("/") || name.hasSuffix("handle_all_urls") || value.member(rules) != nil)
  }

  static func all(of statement: Statement) -> [StrayRules] {
    let root = "[\(statement.index)]"
    var found = misplaced(in: statement.node, root)
    if let target = statement.node.member("target") {
      found += misplaced(in: target, root + ".target", isTarget: true)
    }
    guard let extensions = statement.node.member(extensions) else { return found }
    let path = "\(root).\(Self.extensions)"
    guard let relations = extensions.object else {
      return found + [
        StrayRules(
          path: path, offset: extensions.offset,
          message: "found \(extensions.value.kindName): expected an object that maps relations",
          help: form)
      ]
    }
    return found + relations.flatMap { inside($0, jsonPath(path, member: $0.name)) }
  }

  private static func misplaced(
    in node: JSONNode, _ path: String, isTarget: Bool = false
  ) -> [StrayRules] {
    (node.object ?? []).compactMap { member in
      let name = member.name
      let place = jsonPath(path, member: name)
      if meansRules(name) {
        return StrayRules(
          path: place, offset: member.nameOffset,
          message: "'\(name)' stands outside '\(extensions)', where it is not read",
          help: "move it: " + form)
      }
      guard nearestName(to: name, among: [extensions]) != nil, isTarget || name != extensions
      else { return nil }
      return StrayRules(
        path: place, offset: member.nameOffset,
        message: isTarget
          ? "'\(name)' stands in the target, where it is not read"
          : "'\(name)' is not a key of a statement: it is not read",
        help: isTarget ? "move it to the statement, beside 'target'" : "write '\(extensions)'")
    }
  }

  private static func inside(_ relation: JSONMember, _ path: String) -> [StrayRules] {
    if meansRules(relation.name) {
      return [
        StrayRules(
          path: path, offset: relation.nameOffset,
          message: "'\(relation.name)' stands beside the relations: expected it inside of one",
          help: "write " + form)
      ]
    }
    guard isRelation(relation.name, relation.node) else {
      return [
        StrayRules(
          path: path, offset: relation.nameOffset,
          message: "'\(relation.name)' is no relation: it is not read",
          help: "delete it", holdsRules: false)
      ]
    }
    guard let members = relation.node.object else {
      return [
        StrayRules(
          path: path, offset: relation.node.offset,
          message: "found \(relation.node.value.kindName): expected an object with '\(rules)'",
          help: "write {\"\(rules)\": […]}")
      ]
    }
    let hasRules = relation.node.member(rules) != nil
    return members.filter { $0.name != rules }.map { member in
      let isRules = !hasRules && (meansRules(member.name) || member.node.array != nil)
      return StrayRules(
        path: jsonPath(path, member: member.name), offset: member.nameOffset,
        message: "'\(member.name)' is not a key here: it is not read",
        help: isRules ? "write '\(rules)'" : "delete it", holdsRules: isRules)
    }
  }

  private static let form =
    "\"\(extensions)\": {\"\(Statement.handleAllURLs)\": {\"\(rules)\": […]}}"
}
