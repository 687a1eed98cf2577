import FoundationEssentials
import JSONSyntax
import ProgramSupport
import RandomCases
import Testing

@testable import KeiroConfiguration

/// The schema for editors agrees with the decoder.
struct ConfigurationSchemaTests {
  private let schema: JSONSchema

  init() throws {
    schema = JSONSchema(
      root: try JSONDocument(parsing: repositoryFile("config/keiro.schema.json")).root)
  }

  private func sample(_ name: String) throws -> JSONNode {
    if name == "everything" {
      return try JSONDocument(parsing: ConfigurationSchemaCases.everything).root
    }
    return try JSONDocument(parsing: repositoryFile("config/" + name)).root
  }

  private func problems(_ node: JSONNode) -> [String] {
    let problems = ConfigurationLoader.examine(
      Array(JSONOutput(node).compact.utf8), file: repositoryFolder + "/config/absent.json"
    ).faults
    #expect(problems.allSatisfy { $0.position != nil })
    return problems.map(\.message)
  }

  @Test(arguments: ["keiro.json", "example.json", "everything"])
  func `the samples follow the schema`(name: String) throws {
    #expect(schema.violations(try sample(name)) == [])
    #expect(problems(try sample(name)) == [])
  }

  /// Faults that a schema cannot detect: in other parts of the file, and in other files.
  private static let beyondSchemas = [
    "there is no app", "is not captured by the path", "destinationHosts", "is already listed at",
    "is never reached", "there is no folder", "cannot read", "belongs to another site",
    "has no certificate: expected 'server.tls'", "'clientCA' protects nothing",
    "requires login itself: expected one that does not", "is neither a PNG nor an SVG",
    "a route has '/' too", "is not defined",
    "not a key of APNs", "providers lead back to it",
  ]

  @Test(arguments: ["keiro.json", "example.json", "everything"])
  func `schema and decoder agree on values of every other kind`(name: String) throws {
    let values: [JSONValue] = [
      .null, .bool(true), .bool(false), .number("-1"), .number("0"), .number("99999999999"),
      .string(""), .string("*"), .string("a b"), .string("/"), .array([]), .object([]),
      .array([JSONNode(offset: 0, value: .string("?"))]),
    ]
    // All of them take minutes in a debug build. Without many `KEIRO_CASES`, each run tries others.
    let cases = ProcessInfo.processInfo.environment["KEIRO_CASES"].flatMap { Int($0) }
    let isComplete = (cases ?? 0) >= 1000
    var dice = Dice(seed: CaseSeed.value)
    for value in values {
      for mutation in dice.some(
        mutations(of: try sample(name), by: value), oneIn: isComplete ? 1 : 5)
      {
        let violations = schema.violations(mutation)
        let found = problems(mutation)
        let visible = found.filter { problem in
          !Self.beyondSchemas.contains { problem.contains($0) }
        }
        if violations.isEmpty {
          #expect(visible == [], "the schema takes \(JSONOutput(mutation).compact)")
        } else {
          #expect(found != [], "the decoder takes what breaks \(violations)")
        }
      }
    }
  }

  @Test(arguments: ["keiro.json", "example.json", "everything"])
  func `schema and decoder agree that a key is missing`(name: String) throws {
    let omissions = mutations(of: try sample(name)) { node in
      let members = node.object ?? []
      return members.indices.map { index in
        var without = members
        without.remove(at: index)
        return JSONNode(offset: 0, value: .object(without))
      }
    }
    for omission in omissions {
      let violations = schema.violations(omission)
      let found = problems(omission).filter { problem in
        !Self.beyondSchemas.contains { problem.contains($0) }
      }
      #expect(violations.isEmpty == found.isEmpty, "\(violations) and \(found)")
    }
  }

  /// The keys of rules are those that the decoder lists when it encounters an unknown one.
  @Test func `the schema has the parts of a rule's condition`() throws {
    let names = LinkSchema.condition.map(\.name).joined(separator: ", ")
    let rule = #"{ "if": { "qqqqqqqqqqqqqqqq": 1 }, "url": "https://x.example/" }"#
    let links =
      #""shortLinks": { "links": { "a": { "url": "https://x.example/", "rules": [\#(rule)] } } }"#
    let found = KeiroConfigurationTests.problems(siteText(links))
    #expect(found.count == 1 && found[0].hasSuffix("unknown key: expected one of \(names)"))
  }
}
