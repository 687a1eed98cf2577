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

  /// Spellings that the decoder takes, and the strictest pattern would not.
  private static let spellings: [String] =
    [
      "HTTPS://Keiro.example.com/", "https://[::1]:8443", "https://bücher.example",
      "http://a_b.LOCALHOST.", "https://a%62.example",
    ].map { #"{ "dashboard": { "origin": "\#($0)" } }"# }
    + [
      #""listen": ["127.0.0.1:008080"]"#, #""managementNetworks": ["::1/0128", "10.0.0.0/008"]"#,
      #""tls": { "acme": { "hosts": ["bücher.example"], "directory": "HTTPS://a.example\\a b" } }"#,
    ].map { "{ \"server\": { \($0) } }" }
    + [
      #"{ "outgoing": { "proxy": "HTTP://us er@proxy:3128" } }"#,
      #"{ "doctor": { "resolve": ["a.example:000443:192.0.2.1"] } }"#,
      #"""
      { "dashboard": { "origin": "https://a.example", "oidc": [ { "name": "L", "roleClaim": "g",
        "issuer": "HTTPS://a.example/@x", "clientID": "k", "clientSecret": "h", "roles": {} } ] } }
      """#,
      #"{ "sites": [ { "hosts": ["Bücher.example.", "*.a-_b。example"] } ] }"#,
    ]
    + [
      #""alternateHost": "bücher.example""#, #""notFound": "HTTPS://a.example""#,
      #""passkeys": { "enroll": "HTTPS://bücher.example/" }"#,
      #""webauthn": { "origins": ["HTTPS://bücher.example\\"] }"#,
    ].map(siteText)
    + [
      #"a b"#, #"\"<>^`|\\"#, "{", "}{ a}", "{a", "{query.a b}{slug}",
    ].map { rest in
      let urls = [
        #""url": "https://x.example\\\#(rest)""#,
        #""desktop": { "fallback": "HTTP://x.example?\#(rest)" }"#,
      ]
      return siteText(#""shortLinks": { "links": { "a": { \#(urls.joined(separator: ", ")) } } }"#)
    }
    + [#""social": { "image": "https://x.example/{a} <b>" }"#].map { image in
      siteText(
        #""shortLinks": { "links": { "a": { "url": "https://x.example", \#(image) } } }"#)
    }

  @Test(arguments: spellings)
  func `the schema takes every spelling that the decoder takes`(_ text: String) throws {
    #expect(KeiroConfigurationTests.problems(text) == [])
    #expect(schema.violations(try JSONDocument(parsing: Array(text.utf8)).root) == [])
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
