import GoldenFiles
import JSONSyntax
import ProgramSupport
import Testing

@testable import KeiroConfiguration

/// The schema and the reference in the guide have the keys and the defaults of the tables; sentences
/// stand in the guide alone.
struct ConfigurationReferenceTests {
  private let guide: ConfigurationGuide
  private let reference: ConfigurationReference

  init() throws {
    guide = try ConfigurationGuide()
    reference = ConfigurationReference(guide.sentences)
  }

  @Test func `the guide has a row for each key, with its default`() {
    #expect(Set(guide.sentences.keys) == Set(reference.defaults.keys))
    for (path, text) in reference.defaults {
      #expect(guide.defaults[path] == text, "\(path)")
    }
  }

  /// `KEIRO_GOLDEN=update` writes the schema.
  @Test func `the schema is that of the tables, with the sentences of the guide`() throws {
    let file = GoldenFile(repositoryFolder + "/config/keiro.schema.json")
    let text = reference.schema.pretty.replacing("\\u003c", with: "<") + "\n"
    #expect(try file.difference(from: text) == nil)
  }
}

/// The rows of the reference in the guide: `| key | meaning | default |`.
private struct ConfigurationGuide {
  /// The meanings by keys, as plain text.
  private(set) var sentences: [String: String] = [:]
  private(set) var defaults: [String: String] = [:]

  init() throws {
    let text = String(
      decoding: try repositoryFile("deploy/guide/configuration.md"), as: UTF8.self)
    let reference = text[try #require(text.firstRange(of: "\n## All keys\n")).upperBound...]
    for line in reference.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.dropFirst(2).split(separator: " |").map { $0.drop { $0 == " " } }
      let key = cells[0].filter { $0 != "`" }
      sentences[key] = cells[1].filter { $0 != "`" }
        .replacing(/\[([^\]]*)\]\([a-z-]*(\.md)?(#[a-z-]*)?\)/) { String($0.output.1) }
      defaults[key] = cells.count > 2 ? cells[2].filter { $0 != "`" } : ""
    }
  }
}

/// What the tables say about all keys.
private struct ConfigurationReference {
  /// The defaults by the paths of keys, such as `sites[].routes[].screen`, as the guide shows them.
  private(set) var defaults: [String: String] = [:]
  private(set) var schema = JSONOutput.null
  private let sentences: [String: String]
  private var definitions: [(name: String, value: JSONOutput)] = []

  init(_ sentences: [String: String]) {
    self.sentences = sentences
    let table = ConfigurationTable<Configuration>.root
    for definition in table.definitions
    where !definitions.contains(where: { $0.name == definition.name }) {
      definitions.append((definition.name, definition.value))
    }
    let root = described(.object(table.schema), "")
    definitions.append(("link", .object(LinkSchema.link)))
    let head: [JSONOutput.Member] = .json(
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Keiro's configuration",
        "description": "Relative paths start at the folder of the configuration."}
      """)
    let tail = JSONOutput.object(definitions.map { .init($0.name, $0.value) })
    schema = .object(head + root.members + [.init("$defs", tail)])
  }

  /// A schema with the sentences of the keys below a path.
  private mutating func described(_ schema: JSONOutput, _ path: String) -> JSONOutput {
    let members = schema.members.map { member -> JSONOutput.Member in
      switch (member.name, member.value) {
      case ("properties", .object(let keys)):
        let required = schema.members.first { $0.name == "required" }?.value
        return .init("properties", .object(keys.map { key($0, path, required) }))
      case ("items", let value): return .init("items", described(value, path + "[]"))
      case ("additionalProperties", .object):
        return .init(member.name, described(member.value, path + ".NAME"))
      case ("$ref", .string(let reference)):
        describeDefinition(String(reference.dropFirst("#/$defs/".count)), path)
      default: break
      }
      return member
    }
    return .object(members)
  }

  private mutating func key(
    _ key: JSONOutput.Member, _ path: String, _ required: JSONOutput?
  ) -> JSONOutput.Member {
    let path = path.isEmpty ? key.name : "\(path).\(key.name)"
    let standard = key.value.members.first { $0.name == "default" }?.value
    var isRequired = false
    if case .array(let names) = required { isRequired = names.contains(.string(key.name)) }
    defaults[path] = isRequired ? "required" : standard?.compact ?? ""
    let sentence = JSONOutput.Member("description", .string(sentences[path] ?? ""))
    return .init(key.name, .object([sentence] + described(key.value, path).members))
  }

  /// Definitions of objects are those of one place each; other definitions are kinds of values.
  private mutating func describeDefinition(_ name: String, _ path: String) {
    guard let index = definitions.firstIndex(where: { $0.name == name }),
      !definitions[index].value.members.contains(where: { $0.name == "description" })
    else { return }
    definitions[index].value = described(definitions[index].value, path)
  }
}

extension JSONOutput {
  fileprivate var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }
}
