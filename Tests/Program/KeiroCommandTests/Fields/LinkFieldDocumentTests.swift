import JSONSyntax
import LinkImport
import Links
import ProgramSupport
import Questions
import Testing

@testable import KeiroCommand

/// Schema, help and guide describe the fields of links as their table does.
struct LinkFieldDocumentTests {
  private static let configured = LinkField.all.filter { $0.setters.contains(.configuration) }

  private func schema() throws -> JSONNode {
    let document = try JSONDocument(parsing: repositoryFile("config/keiro.schema.json"))
    return try #require(document.root.member("$defs")?.member("link"))
  }

  @Test func `the schema of the configuration has every field and no other`() throws {
    let properties = try #require(try schema().member("properties")?.object)
    let parts = Set(LinkPart.all.map(\.name))
    let paths = properties.flatMap { property -> [String] in
      guard parts.contains(property.name) else { return [property.name] }
      let inner = property.node.member("properties")?.object ?? []
      return inner.map { "\(property.name).\($0.name)" }
    }
    #expect(Set(paths) == Set(Self.configured.map(\.path)))
    #expect(
      try schema().member("required")?.array?.compactMap(\.string)
        == Self.configured.filter(\.type.isRequired).map(\.path))
    for part in LinkPart.all {
      let node = try schema().member("properties")?.member(part.name)
      #expect(node?.member("description")?.string == part.documentation)
    }
  }

  @Test(arguments: configured.map(\.path))
  func `the schema of the configuration describes it`(_ path: String) throws {
    let field = try #require(LinkField.named(path))
    let property = try #require(
      path.split(separator: ".").reduce(Optional(try schema())) {
        $0?.member("properties")?.member(String($1))
      })
    #expect(property.member("description")?.string == field.documentation)
    let expected = field.type.schema
    for (keyword, value) in expected {
      #expect(property.member(keyword).map { JSONOutput($0).compact } == value, "\(keyword)")
    }
  }

  @Test func `the guide names every field that a configuration has`() throws {
    let file = try repositoryFile("deploy/guide/configuration.md")
    let guide = String(decoding: file, as: UTF8.self)
    let start = try #require(guide.firstRange(of: "A **short link** has"))
    let rest = guide[start.lowerBound...]
    let end = rest.firstRange(of: "\n\n")?.lowerBound ?? rest.endIndex
    let quoted = rest[..<end].split(separator: "`", omittingEmptySubsequences: false)
    let words = Set(quoted.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
    let names = Set(Self.configured.map(\.name) + LinkPart.all.map(\.name))
    #expect(names.subtracting(words) == [])
    let values = Set(
      LinkField.all.flatMap { field -> [String] in
        guard case .choice(let choice) = field.type else { return [] }
        return choice.values.map(\.text)
      })
    #expect(
      words.subtracting(names).subtracting(values)
        == ["{ \"file\": … }", "{ \"hash\": … }"])
  }

  @Test func `every option of a field writes that field alone`() throws {
    #expect(OptionSpecification.byField.count == LinkField.all.compactMap(\.option).count)
    for (field, option) in OptionSpecification.byField {
      let text =
        switch field.type {
        case .choice(let choice): choice.standard.text
        case .time: "7d"
        default: "5"
        }
      var edit = LinkEdit()
      switch field.type {
      case .flag: _ = edit.set(field.path, "true")
      case .tags: edit.tags = [text]
      default: _ = edit.set(field.path, text)
      }
      #expect(!edit.isEmpty, "\(field.path)")
      let arguments = [option.name] + (option.value == nil ? [] : [text])
      let command = try #require(CommandTable.command("links edit"))
      let parsed = try CommandLineParser(environment: [:])
        .split(arguments[...] + ["a.example/s/x"], of: command)
      #expect(try parsed?.linkChanges() == LinkFieldChanges(edit: edit))
    }
  }

  @Test func `a new link takes the options of all fields but its destination`() {
    for (field, option) in OptionSpecification.byField {
      #expect(OptionSpecification.fields.contains(option) != field.type.isRequired)
      #expect(OptionSpecification.changedFields.contains(option))
    }
  }
}

extension FieldType {
  /// The expected schema of the field, keyword by keyword.
  fileprivate var schema: [(keyword: String, value: String)] {
    switch self {
    case .host, .slug, .word, .time: [("type", "\"string\"")]
    case .destination, .url: [("type", "\"string\""), ("maxLength", "8192")]
    case .text(_, let limit): [("type", "\"string\""), ("maxLength", String(limit))]
    case .campaign: [("type", "\"string\""), ("maxLength", String(FieldType.wordBytes))]
    case .int(_, let range):
      [
        ("type", "\"integer\""), ("minimum", String(range.lowerBound)),
        ("maximum", String(range.upperBound)),
      ]
    case .flag: [("type", "\"boolean\""), ("default", "false")]
    case .choice(let choice):
      [
        ("enum", JSONOutput.array(choice.values.map(\.json)).compact),
        ("default", choice.standard.json.compact),
      ]
    case .tags: [("type", "\"array\""), ("maxItems", String(FieldType.tagCount))]
    case .password: [("type", "[\"string\",\"object\"]")]
    case .extra: [("type", "\"object\"")]
    case .rules: [("type", "\"array\""), ("maxItems", String(LinkRule.countLimit))]
    }
  }
}
