import JSONSyntax
import Links

extension OpenAPIDocument {
  /// The fields in a schema of links; empty for any other schema.
  static func linkFields(of schema: String) -> JSONOutput {
    let settable = LinkField.all.filter { $0.setters.contains(.api) }
    return switch schema {
    case "Link": fields(LinkField.all, isInput: false)
    case "NewLink", "ExportedLink": fields(settable, isInput: true)
    case "LinkPatch":
      fields(settable.filter { !["host", "slug"].contains($0.path) }, isInput: true)
    default: [:]
    }
  }

  private static func fields(_ fields: [LinkField], isInput: Bool) -> JSONOutput {
    var properties: JSONOutput = [:]
    for group in LinkField.Group.runs(of: fields) {
      let members = JSONOutput.object(
        group.fields.map { .init($0.name, $0.schema(isInput: isInput)) })
      guard let part = group.part else {
        properties = properties + members
        continue
      }
      let object: JSONOutput = [
        "type": "object", "description": .string(part.documentation),
        "additionalProperties": false, "properties": members,
      ]
      properties = properties + .object([.init(part.name, isInput ? object.orNull : object)])
    }
    return ["type": "object", "properties": properties]
  }
}

extension LinkField {
  /// - Parameter isInput: whether today's limits hold, which values in stores may exceed, and null stands
  ///   for the default.
  fileprivate func schema(isInput: Bool) -> JSONOutput {
    func text(_ limit: Int) -> JSONOutput { ["type": "string", "maxLength": .int(limit)] }
    let url = text(LinkDestination.bytes) + ["format": "uri"]
    let schema: JSONOutput =
      switch type {
      case .host:
        text(255) + ["minLength": 1, "pattern": .string("^\(OpenAPIDocument.hostPattern)$")]
      case .slug: text(255) + ["minLength": 1]
      case .destination: url + ["minLength": 1, "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://"]
      case .url: url
      case .text(_, let limit): text(limit)
      case .campaign: text(FieldType.wordBytes)
      case .word: ["type": "string"]
      case .int(_, let range):
        [
          "type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound),
        ]
      case .flag: ["type": "boolean", "default": false]
      case .time: ["type": "string", "format": "date-time"]
      case .choice(let choice):
        [
          "type": choice.standard == .text(choice.standard.text) ? "string" : "integer",
          "enum": .array(choice.values.map(\.json)), "default": choice.standard.json,
        ]
      case .tags:
        [
          "type": "array", "items": text(FieldType.tagBytes) + ["minLength": 1],
          "maxItems": .int(FieldType.tagCount),
        ]
      case .extra:
        [
          "type": "object",
          "additionalProperties": isInput
            ? text(FieldType.textBytes).orNull : text(FieldType.textBytes),
        ]
      case .rules: .schema(isInput ? "NewLinkRules" : "LinkRules")
      case .password: isInput ? .schema("NewPassword") : ["const": true]
      }
    let isNullable = if case .destination = type { false } else { true }
    return (isInput ? isNullable ? schema.orNull : schema : schema.withoutLimits)
      + OpenAPIDocument.described(sentence(isInput: isInput))
  }

  /// Answers only state whether there is a password, and the API does not read files.
  private func sentence(isInput: Bool) -> String {
    guard case .password = type else { return documentation }
    return isInput ? "The password itself, or its hash as an export has it." : "There is one."
  }
}
