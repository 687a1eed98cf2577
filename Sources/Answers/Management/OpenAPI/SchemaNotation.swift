import JSONSyntax

extension JSONOutput {
  /// Writes out a schema of `schemas.json`: a JSON Schema, a word for one, or one in an array, where a
  /// sentence about it may follow.
  ///
  /// A word is a type, `time`, `uri` or the name of another schema. It stands in brackets for a list, and
  /// before `?` where null may be. An object in an array stands for a list, too. `"required": true` means
  /// every property.
  init(schema node: JSONNode) {
    switch node.value {
    case .string(let word): self = .type(word[...])
    case .array(let parts):
      let schema = parts.first.map { part -> JSONOutput in
        part.string.map { .type($0[...]) } ?? ["type": "array", "items": JSONOutput(schema: part)]
      }
      self = (schema ?? [:]) + OpenAPIDocument.described(parts.dropFirst().first?.string)
    default:
      self = .object((node.object ?? []).map { .init($0.name, Self.keyword($0, of: node)) })
    }
  }

  private static func keyword(_ member: JSONMember, of schema: JSONNode) -> JSONOutput {
    switch (member.name, member.node.value) {
    case ("properties", _):
      .object((member.node.object ?? []).map { .init($0.name, JSONOutput(schema: $0.node)) })
    case ("required", .bool(true)):
      .strings((schema.member("properties")?.object ?? []).map(\.name))
    case ("oneOf", .array(let choices)), ("allOf", .array(let choices)):
      .array(choices.map { JSONOutput(schema: $0) })
    case ("items", _), ("additionalProperties", .object), ("additionalProperties", .string):
      JSONOutput(schema: member.node)
    default: JSONOutput(member.node)
    }
  }

  private static func type(_ word: Substring) -> JSONOutput {
    if word.last == "?" { return type(word.dropLast()).orNull }
    if word.first == "[" { return ["type": "array", "items": type(word.dropFirst().dropLast())] }
    switch word {
    case "time": return ["type": "string", "format": "date-time"]
    case "uri": return ["type": "string", "format": "uri"]
    default:
      let name = String(word)
      return name.first?.isUppercase == true ? .schema(name) : ["type": .string(name)]
    }
  }

  static func schema(_ name: String) -> JSONOutput {
    ["$ref": .string("#/components/schemas/\(name)")]
  }

  /// An object with a list, and other members that are always there.
  static func list(
    _ name: String, of schema: String, others: JSONOutput = [:]
  ) -> JSONOutput {
    let properties = [name: ["type": "array", "items": .schema(schema)]] + others
    return [
      "type": "object", "required": .strings(properties.members.map(\.name)),
      "properties": properties,
    ]
  }

  /// The schema of a value that may also be null.
  var orNull: JSONOutput {
    guard members.contains(where: { $0.name == "type" }) else {
      return ["anyOf": [self, ["type": "null"]]]
    }
    return .object(
      members.map { member in
        switch (member.name, member.value) {
        case ("type", let type): .init("type", [type, "null"])
        case ("enum", .array(let values)): .init("enum", .array(values + [.null]))
        default: member
        }
      })
  }

  /// The schema without the limits of today, which values in stores may exceed.
  var withoutLimits: JSONOutput {
    switch self {
    case .array(let elements): return .array(elements.map(\.withoutLimits))
    case .object(let members):
      return .object(
        members.filter { member in
          !Self.limits.contains(member.name)
            && (member.name != "additionalProperties" || member.value != false)
        }.map { .init($0.name, $0.value.withoutLimits) })
    default: return self
    }
  }

  private static let limits: Set = [
    "pattern", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
    "propertyNames", "minimum", "maximum", "required",
  ]
}
