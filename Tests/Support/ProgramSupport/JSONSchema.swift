package import JSONSyntax
import Links

/// The part of JSON Schema 2020-12 that the configuration's schema and the description of the API use;
/// an unknown keyword is a violation, so that it is not silently skipped.
package struct JSONSchema {
  /// The schema of the whole document, or the document with the schemas.
  package let root: JSONNode
  private let patterns = PatternCache()

  package init(root: JSONNode) {
    self.root = root
  }

  /// The violations of an instance, as `path: keyword`.
  ///
  /// - Parameter schema: a part of the document; nil for all of it.
  package func violations(_ instance: JSONNode, of schema: JSONNode? = nil) -> [String] {
    check(instance, schema ?? root, "")
  }

  /// The schema of the object at a position of an instance; nil if there is none.
  package func schema(at steps: [Step]) -> JSONNode? {
    var schema: JSONNode? = resolve(root)
    for step in steps {
      switch step {
      case .member(let name):
        let properties = schema?.member("properties")
        schema = (properties?.member(name) ?? schema?.member("additionalProperties")).map(resolve)
      case .element: schema = schema?.member("items").map(resolve)
      }
    }
    return schema
  }

  package enum Step {
    case member(String)
    case element
  }

  /// The schema that a reference stands for, or the schema itself.
  package func resolve(_ schema: JSONNode) -> JSONNode {
    guard let reference = schema.member("$ref")?.string else { return schema }
    return target(of: reference).map(resolve) ?? schema
  }

  /// The part of the document that a reference names; nil for none.
  package func target(of reference: String) -> JSONNode? {
    guard reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(Optional(root)) { node, name in
      node?.member(String(name).replacing("~1", with: "/"))
    }
  }

  /// Every `$ref` of the document.
  package var references: [String] { references(root) }

  private func references(_ node: JSONNode) -> [String] {
    (node.array ?? []).flatMap(references)
      + (node.object ?? []).flatMap { member in
        member.name == "$ref" ? [member.node.string ?? "?"] : references(member.node)
      }
  }

  private func check(_ instance: JSONNode, _ schema: JSONNode, _ path: String) -> [String] {
    if let accepts = schema.bool { return accepts ? [] : ["\(path): false"] }
    var found: [String] = []
    for keyword in schema.object ?? [] {
      found += check(instance, keyword, schema, path)
    }
    return found
  }

  private func check(
    _ instance: JSONNode, _ keyword: JSONMember, _ schema: JSONNode, _ path: String
  ) -> [String] {
    let value = keyword.node
    let failure = ["\(path): \(keyword.name)"]
    switch keyword.name {
    case "$schema", "$defs", "title", "description", "default", "format", "examples", "then",
      "else":
      return []
    case "$ref":
      return target(of: value.string ?? "").map { check(instance, $0, path) } ?? failure
    case "type": return hasType(instance, value) ? [] : failure
    case "const": return text(instance) == text(value) ? [] : failure
    case "enum": return (value.array ?? []).contains { text($0) == text(instance) } ? [] : failure
    case "not": return check(instance, value, path).isEmpty ? failure : []
    case "anyOf":
      return (value.array ?? []).contains { check(instance, $0, path).isEmpty } ? [] : failure
    case "oneOf":
      return (value.array ?? []).count { check(instance, $0, path).isEmpty } == 1 ? [] : failure
    case "allOf": return (value.array ?? []).flatMap { check(instance, $0, path) }
    case "if":
      let branch = check(instance, value, path).isEmpty ? "then" : "else"
      return schema.member(branch).map { check(instance, $0, path) } ?? []
    case "pattern", "minLength", "maxLength":
      return instance.string.map { isText($0, keyword) } ?? true ? [] : failure
    case "minimum", "maximum": return isInRange(instance, keyword) ? [] : failure
    case "items", "minItems", "maxItems", "uniqueItems":
      return instance.array.map { checkArray($0, keyword, path) } ?? []
    default: return instance.object.map { checkObject($0, keyword, schema, path) } ?? []
    }
  }

  private func checkArray(
    _ elements: [JSONNode], _ keyword: JSONMember, _ path: String
  ) -> [String] {
    switch keyword.name {
    case "minItems": return elements.count >= int(keyword.node) ? [] : ["\(path): minItems"]
    case "maxItems": return elements.count <= int(keyword.node) ? [] : ["\(path): maxItems"]
    case "uniqueItems":
      return Set(elements.map(text)).count == elements.count ? [] : ["\(path): uniqueItems"]
    default:
      return elements.enumerated().flatMap { check($1, keyword.node, "\(path)[\($0)]") }
    }
  }

  private func checkObject(
    _ members: [JSONMember], _ keyword: JSONMember, _ schema: JSONNode, _ path: String
  ) -> [String] {
    let names = Set(members.map(\.name))
    let failure = ["\(path): \(keyword.name)"]
    switch keyword.name {
    case "properties":
      return members.flatMap { member in
        keyword.node.member(member.name).map {
          check(member.node, $0, jsonPath(path, member: member.name))
        } ?? []
      }
    case "additionalProperties":
      let named = Set((schema.member("properties")?.object ?? []).map(\.name))
      return members.filter { !named.contains($0.name) }.flatMap {
        check($0.node, keyword.node, jsonPath(path, member: $0.name))
      }
    case "propertyNames":
      return names.sorted().flatMap {
        check(JSONNode(offset: 0, value: .string($0)), keyword.node, jsonPath(path, member: $0))
      }
    case "required":
      return (keyword.node.array ?? []).compactMap(\.string).allSatisfy(names.contains)
        ? [] : failure
    case "minProperties": return names.count >= int(keyword.node) ? [] : failure
    case "maxProperties": return names.count <= int(keyword.node) ? [] : failure
    case "dependentSchemas":
      return (keyword.node.object ?? []).filter { names.contains($0.name) }.flatMap {
        check(JSONNode(offset: 0, value: .object(members)), $0.node, path)
      }
    default: return ["\(path): the keyword '\(keyword.name)' is not known to this validator"]
    }
  }

  private func hasType(_ instance: JSONNode, _ types: JSONNode) -> Bool {
    let names = types.array?.compactMap(\.string) ?? [types.string ?? ""]
    let name =
      switch instance.value {
      case .null: "null"
      case .bool: "boolean"
      case .number(let text): Int(text) == nil ? "number" : "integer"
      case .string: "string"
      case .array: "array"
      case .object: "object"
      }
    return names.contains(name)
  }

  private func isText(_ text: String, _ keyword: JSONMember) -> Bool {
    switch keyword.name {
    case "minLength": return text.unicodeScalars.count >= int(keyword.node)
    case "maxLength": return text.unicodeScalars.count <= int(keyword.node)
    default:
      return patterns.matches(text, keyword.node.string ?? "")
    }
  }

  private func isInRange(_ instance: JSONNode, _ keyword: JSONMember) -> Bool {
    guard case .number(let text) = instance.value, let number = Double(text) else { return true }
    let bound = Double(int(keyword.node))
    return keyword.name == "minimum" ? number >= bound : number <= bound
  }

  private func int(_ node: JSONNode) -> Int {
    guard case .number(let text) = node.value else { return .max }
    return Int(text) ?? .max
  }

  private func text(_ node: JSONNode) -> String {
    JSONOutput(node).compact
  }
}

/// Patterns are compiled once and each text is matched once: both are slow without optimisation.
private final class PatternCache {
  private var regexes: [String: Regex<AnyRegexOutput>] = [:]
  private var answers: [[String]: Bool] = [:]

  func matches(_ text: String, _ pattern: String) -> Bool {
    if let answer = answers[[text, pattern]] { return answer }
    guard let regex = regexes[pattern] ?? (try? Regex(pattern)) else { return false }
    regexes[pattern] = regex
    let answer = text.firstMatch(of: regex) != nil
    answers[[text, pattern]] = answer
    return answer
  }
}
