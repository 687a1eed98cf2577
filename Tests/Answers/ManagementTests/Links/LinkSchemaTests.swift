import JSONSyntax
import Links
import Testing
@testable import ServiceSupport

/// The API's description of link fields agrees with their table.
struct LinkSchemaTests {
  private let schemas: JSONNode

  init() throws {
    let answer = try ServiceFixture().call("GET", "/openapi.json")
    schemas = try #require(answer.json.member("components")?.member("schemas"))
  }

  private func paths(_ schema: String) throws -> Set<String> {
    let properties = try #require(schemas.member(schema)?.member("properties")?.object)
    let parts = Set(LinkPart.all.map(\.name))
    return Set(
      properties.flatMap { property -> [String] in
        guard parts.contains(property.name) else { return [property.name] }
        let inner = property.node.member("properties")?.object ?? []
        return inner.map { "\(property.name).\($0.name)" }
      })
  }

  @Test func `has every field and no other`() throws {
    let fields = Set(LinkField.all.map(\.path))
    let settable = Set(LinkField.all.filter { $0.setters.contains(.api) }.map(\.path))
    #expect(
      try paths("Link")
        == fields.union(["shortURL", "source", "clicks", "reservedClicks", "health", "warnings"]))
    #expect(
      try paths("NewLink") == settable.union(["slugLength", "slugAlphabet", "findExisting"]))
    #expect(try paths("LinkPatch") == settable.subtracting(["host", "slug"]))
  }

  @Test(arguments: LinkField.all.map(\.path))
  func `describes it`(_ path: String) throws {
    let field = try #require(LinkField.named(path))
    for (name, isInput) in [("Link", false), ("NewLink", true), ("LinkPatch", true)] {
      let property = path.split(separator: ".").reduce(schemas.member(name)) {
        $0?.member("properties")?.member(String($1))
      }
      guard let property else { continue }
      for (keyword, value) in field.type.schema(isInput: isInput) {
        #expect(property.member(keyword)?.text(at: "") == value, "\(name): \(keyword)")
      }
      // Answers only state whether there is a password, and the API does not read files.
      if case .password = field.type { continue }
      #expect(property.member("description")?.string == field.documentation, "\(name)")
    }
  }
}

extension FieldType {
  /// The expected schema of the field. Values in stores may exceed today's limits, so answers
  /// promise none.
  fileprivate func schema(isInput: Bool) -> [(keyword: String, value: String)] {
    let (type, limits): (String?, [(String, String)]) =
      switch self {
      case .host, .slug, .word, .time: ("string", [])
      case .destination, .url: ("string", [("maxLength", "8192")])
      case .text(_, let limit): ("string", [("maxLength", String(limit))])
      case .campaign: ("string", [("maxLength", String(FieldType.wordBytes))])
      case .int(_, let range):
        ("integer", [("minimum", String(range.lowerBound)), ("maximum", String(range.upperBound))])
      case .flag: ("boolean", [])
      case .choice(let choice):
        switch choice.standard {
        case .number: ("integer", [("default", choice.standard.text)])
        case .word: ("string", [("default", choice.standard.text)])
        }
      case .tags: ("array", [("maxItems", String(FieldType.tagCount))])
      case .password: (nil, [])
      case .extra: ("object", [])
      case .rules: ("array", [("maxItems", String(LinkRule.countLimit))])
      }
    return (type.map { [("type", $0)] } ?? []) + (isInput ? limits : [])
  }
}
