import JSONSyntax
import Links
@testable import ServiceSupport

/// The part of JSON Schema that the OpenAPI document uses; an unknown keyword is a violation, so
/// that it is not silently skipped.
struct APISchema {
  let document: JSONNode

  /// The violations of a schema by a value, as `path: keyword`.
  func violations(_ value: JSONNode, _ schema: JSONNode, _ path: String = "") -> [String] {
    (schema.object ?? []).flatMap { keyword in
      check(value, keyword, schema, path)
    }
  }

  /// The schema that a reference within the document names.
  func resolve(_ reference: String) -> JSONNode? {
    guard reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(Optional(document)) { node, name in
      node?.member(String(name).replacing("~1", with: "/"))
    }
  }

  /// Every `$ref` of the document.
  func references(_ node: JSONNode) -> [String] {
    switch node.value {
    case .array(let list): return list.flatMap(references)
    case .object(let members):
      return members.flatMap { member -> [String] in
        member.name == "$ref" ? [member.node.string ?? "?"] : references(member.node)
      }
    default: return []
    }
  }

  private func check(
    _ value: JSONNode, _ keyword: JSONMember, _ schema: JSONNode, _ path: String
  ) -> [String] {
    let rule = keyword.node
    let failure = ["\(path): \(keyword.name)"]
    switch keyword.name {
    case "description", "title", "default", "format", "examples": return []
    case "$ref":
      guard let target = resolve(rule.string ?? "") else { return failure }
      return violations(value, target, path)
    case "type":
      let kinds = rule.array?.compactMap(\.string) ?? [rule.string ?? ""]
      return kinds.contains(kind(value)) ? [] : failure
    case "const": return value.text(at: "") == rule.text(at: "") ? [] : failure
    case "enum":
      return (rule.array ?? []).contains { $0.text(at: "") == value.text(at: "") } ? [] : failure
    case "oneOf":
      let fits = (rule.array ?? []).filter { violations(value, $0, path).isEmpty }
      return fits.count == 1 ? [] : failure
    case "allOf": return (rule.array ?? []).flatMap { violations(value, $0, path) }
    case "items":
      return (value.array ?? []).enumerated().flatMap { violations($1, rule, "\(path)[\($0)]") }
    case "pattern":
      guard let text = value.string, let pattern = rule.string else { return [] }
      let regex = try? Regex(pattern)
      return (try? regex?.firstMatch(in: text)) == nil ? failure : []
    case "minLength", "maxLength", "minimum", "maximum", "maxItems":
      return isInBounds(value, keyword) ? [] : failure
    default: return checkObject(value, keyword, schema, path)
    }
  }

  private func checkObject(
    _ value: JSONNode, _ keyword: JSONMember, _ schema: JSONNode, _ path: String
  ) -> [String] {
    let members = value.object ?? []
    switch keyword.name {
    case "required":
      let missing = (keyword.node.array ?? []).compactMap(\.string).filter { name in
        !members.contains { $0.name == name }
      }
      return value.object == nil ? [] : missing.map { "\(path).\($0): required" }
    case "properties":
      return members.flatMap { member in
        keyword.node.member(member.name).map {
          violations(member.node, $0, "\(path).\(member.name)")
        } ?? []
      }
    case "additionalProperties":
      let isOpen = keyword.node.bool ?? true
      let known = (schema.member("properties")?.object ?? []).map(\.name)
      return members.filter { !known.contains($0.name) }.flatMap { member -> [String] in
        guard keyword.node.object == nil else {
          return violations(member.node, keyword.node, "\(path).\(member.name)")
        }
        return isOpen ? [] : ["\(path).\(member.name): additionalProperties"]
      }
    default: return ["\(path): the keyword '\(keyword.name)' is not known here"]
    }
  }

  private func isInBounds(_ value: JSONNode, _ keyword: JSONMember) -> Bool {
    let bound = keyword.node.text(at: "").flatMap { Int($0) } ?? .max
    switch (keyword.name, value.value) {
    case ("minLength", .string(let text)): return text.unicodeScalars.count >= bound
    case ("maxLength", .string(let text)): return text.unicodeScalars.count <= bound
    case ("maxItems", .array(let elements)): return elements.count <= bound
    case ("minimum", .number(let text)): return (Int(text) ?? .min) >= bound
    case ("maximum", .number(let text)): return (Int(text) ?? .max) <= bound
    default: return true
    }
  }

  private func kind(_ node: JSONNode) -> String {
    switch node.value {
    case .null: "null"
    case .bool: "boolean"
    case .number(let text): Int(text) == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
