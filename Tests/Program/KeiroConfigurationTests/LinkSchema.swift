import JSONSyntax
import Links

@testable import KeiroConfiguration

/// The schema of a short link, from the table of its fields.
enum LinkSchema {
  private static let url = #"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#\\{}]+"#
  /// A URL with values of the visit behind its host. Of other braces only those around a name are refused.
  private static let destination =
    url
    + #"([/?#\\]([^{]|\{(?![A-Za-z][A-Za-z0-9._-]*\})|\{(path|slug|query\.[^{}]+)\})*)?$"#
  private static let time =
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}"
    + #"([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))?$"#

  static var link: [JSONOutput.Member] {
    let fields = LinkField.all.filter { $0.setters.contains(.configuration) }
    var properties: [JSONOutput.Member] = []
    for field in fields {
      guard let name = field.part else {
        properties.append(.init(field.name, .object(schema(field))))
        continue
      }
      guard let part = LinkPart.all.first(where: { $0.name == name }),
        !properties.contains(where: { $0.name == name })
      else { continue }
      let inner = fields.filter { $0.part == name }
      let object: [JSONOutput.Member] = [
        .init("description", .string(part.documentation)), .init("type", .string("object")),
        .init("additionalProperties", .bool(false)),
        .init("properties", .object(inner.map { .init($0.name, .object(schema($0))) })),
      ]
      properties.append(.init(name, .object(object)))
    }
    return [
      .init("description", .string("A short link: its fields, or the URL alone that it leads to.")),
      .init("type", .strings(["object", "string"])), .init("maxLength", .int(8192)),
      .init("pattern", .string(destination)), .init("additionalProperties", .bool(false)),
      .init("properties", .object(properties)),
      .init("required", .strings(fields.filter(\.type.isRequired).map(\.path))),
    ]
  }

  private static func schema(_ field: LinkField) -> [JSONOutput.Member] {
    [.init("description", .string(field.documentation))] + keywords(field.type)
  }

  private static func keywords(_ type: FieldType) -> [JSONOutput.Member] {
    switch type {
    case .host, .slug: text(FieldType.tagBytes)
    case .destination, .url(_, isVisited: true): text(8192, destination)
    case .url: text(8192, url)
    case .text(_, let limit): text(limit)
    case .word(_, let kind): text(kind == .appStoreID ? 20 : 255, pattern(kind))
    case .campaign: text(FieldType.wordBytes)
    case .time: .string(time)
    case .int(_, let range): ValueKind.int(range).schema()
    case .flag: ValueKind.flag.schema() + [.init("default", .bool(false))]
    case .choice(let choice):
      [.init("enum", .array(choice.values.map(\.json))), .init("default", choice.standard.json)]
    case .tags:
      list(
        text(FieldType.tagBytes, "^[^,]+$")
          + [.init("description", .string("A tag: some text without commas."))],
        atMost: FieldType.tagCount)
    case .extra:
      [
        .init("type", .string("object")),
        .init("additionalProperties", .object(text(FieldType.textBytes))),
      ]
    case .password: .json(password)
    case .rules: list(rule, atMost: LinkRule.countLimit)
    }
  }

  private static func text(_ limit: Int, _ pattern: String? = nil) -> [JSONOutput.Member] {
    var members: [JSONOutput.Member] = [
      .init("type", .string("string")), .init("maxLength", .int(limit)),
    ]
    if let pattern { members.append(.init("pattern", .string(pattern))) }
    return members
  }

  private static func list(
    _ element: [JSONOutput.Member], atLeast least: Int? = nil, atMost most: Int
  ) -> [JSONOutput.Member] {
    let all: [JSONOutput.Member?] = [
      .init("type", .string("array")), least.map { .init("minItems", .int($0)) },
      .init("maxItems", .int(most)), .init("items", .object(element)),
    ]
    return all.compactMap(\.self)
  }

  private static func pattern(_ kind: WordKind) -> String {
    switch kind {
    case .appStoreID: "^[0-9]+$"
    case .productPage: "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
    case .bundleID: "^[A-Za-z0-9.-]+$"
    case .packageName: #"^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$"#
    case .scheme: "^[A-Za-z][A-Za-z0-9+.-]*$"
    case .version: #"^[0-9]+(\.[0-9]+)*$"#
    }
  }

  private static let password = #"""
    {"type": ["string", "object"], "minLength": 1, "maxLength": 1024,
      "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
      "properties": {
        "file": {"description": "The path of a file that holds the password.",
          "type": "string", "minLength": 1},
        "hash": {"description": "The hash of the password.",
          "type": "string", "minLength": 1, "maxLength": 1024, "pattern":
    "^\\$scrypt\\$ln=([1-9]|1[0-5]),r=([1-9]|1[0-6]),p=[1-4]\\$[A-Za-z0-9+/]{11,86}\\$[A-Za-z0-9+/]{22,86}$"}}}
    """#

  private static var rule: [JSONOutput.Member] {
    let condition: [JSONOutput.Member] = [
      .init("description", .string("What has to hold, all of it; without any everybody.")),
      .init("type", .string("object")), .init("additionalProperties", .bool(false)),
      .init("properties", .object(condition)),
    ]
    let url: [JSONOutput.Member] =
      [.init("description", .string("Where the link leads then."))] + text(8192, destination)
    return [
      .init("type", .string("object")), .init("additionalProperties", .bool(false)),
      .init("required", .strings(["url"])),
      .init("properties", .object([.init("if", .object(condition)), .init("url", .object(url))])),
    ]
  }

  static var condition: [JSONOutput.Member] {
    func part(_ name: String, _ documentation: String, _ keywords: [JSONOutput.Member])
      -> JSONOutput.Member
    {
      .init(name, .object([.init("description", .string(documentation))] + keywords))
    }
    func values(_ element: [JSONOutput.Member]) -> [JSONOutput.Member] {
      list(element, atLeast: 1, atMost: LinkRule.valueLimit)
    }
    // In any case.
    let platforms = UserAgent.Platform.allCases.map(\.name)
    let pattern = platforms.map { name in
      name.map { "[\($0.lowercased())\($0.uppercased())]" }.joined()
    }.joined(separator: "|")
    let platform: [JSONOutput.Member] =
      .string("^(\(pattern))$") + [.init("examples", .strings(platforms))]
    let query: [JSONOutput.Member] = .json(
      """
      {"type": "object", "propertyNames": {"minLength": 1, "maxLength": 255},
        "additionalProperties": {"type": "string", "maxLength": \(FieldType.wordBytes)},
        "minProperties": 1, "maxProperties": \(LinkRule.itemLimit)}
      """)
    return [
      part("platform", "Systems; in any case.", values(platform)),
      part(
        "language",
        "Languages that the visitor likes best, such as ja or pt-BR; pt takes pt-BR too.",
        values(text(15, "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$"))),
      part(
        "country", "Countries by their codes of two letters; needs server.geoDatabase.",
        values(.string("^[A-Za-z]{2}$"))),
      part("query", "Items that the query of the visit has.", query),
      part("from", "The first moment at which it holds (RFC 3339, or a date).", .string(time)),
      part("until", "The first moment at which it no longer holds.", .string(time)),
      part(
        "share",
        "Of a hundred visits for which the rest holds, so many, drawn anew for each; shares of several "
          + "rules add up.", ValueKind.int(1...100).schema()),
    ]
  }
}
