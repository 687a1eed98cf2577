import FoundationEssentials
import JSONSyntax
import ProgramSupport
import RandomCases
import Testing

@testable import KeiroConfiguration

/// The schema for editors agrees with the decoder.
struct ConfigurationSchemaTests {
  private let schema: JSONSchema
  private let folder = ConfigurationFolder(path: repositoryFolder + "/config")

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
    do throws(ConfigurationFailure) {
      _ = try ConfigurationLoader.decode(Array(output(node).compact.utf8), folder: folder)
      return []
    } catch {
      guard case .invalid(let problems) = error else { return ["unreadable"] }
      return problems.map(\.message)
    }
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
    "a route has '/' too",
    "not a key of APNs", "providers lead back to it",
  ]

  @Test(arguments: ["keiro.json", "example.json", "everything"])
  func `schema and decoder agree on values of every other kind`(name: String) throws {
    let values: [JSONValue] = [
      .null, .bool(true), .bool(false), .number("-1"), .number("0"), .number("99999999999"),
      .string(""), .string("*"), .string("a b"), .string("/"), .array([]), .object([]),
      .array([JSONNode(offset: 0, value: .string("?"))]),
    ]
    // All of them take minutes in a debug build. Without `KEIRO_CASES`, each run tries others.
    let isComplete = ProcessInfo.processInfo.environment["KEIRO_CASES"] != nil
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
          #expect(visible == [], "the schema takes \(output(mutation).compact)")
        } else {
          #expect(found != [], "the decoder takes what breaks \(violations)")
        }
      }
    }
  }

  @Test(arguments: ["keiro.json", "example.json", "everything"])
  func `schema and decoder agree that a key is missing`(name: String) throws {
    for omission in omissions(of: try sample(name)) {
      let violations = schema.violations(omission)
      let found = problems(omission).filter { problem in
        !Self.beyondSchemas.contains { problem.contains($0) }
      }
      #expect(violations.isEmpty == found.isEmpty, "\(violations) and \(found)")
    }
  }

  @Test(arguments: ConfigurationSchemaCases.cases)
  func `schema and decoder both refuse`(text: String) throws {
    let node = try JSONDocument(parsing: Array(text.utf8)).root
    #expect(schema.violations(node) != [])
    #expect(problems(node) != [])
  }

  @Test func `every key of the schema is known to the decoder, and the other way round`() throws {
    var seen = 0
    for (steps, node) in objects(of: try JSONDocument(parsing: ConfigurationSchemaCases.full).root)
    {
      let properties = schema.schema(at: steps)?.member("properties")?.object
      guard let properties else { continue }
      let known = try #require(knownKeys(at: steps, of: node), "nothing is said at \(steps)")
      #expect(Set(properties.map(\.name)) == known, "at \(steps)")
      seen += 1
    }
    #expect(seen == objectSchemas(schema.root), "a kind of object is not in the text")
  }
}

extension ConfigurationSchemaTests {
  /// The keys that the decoder lists when it encounters an unknown one.
  private func knownKeys(at steps: [JSONSchema.Step], of root: JSONNode) -> Set<String>? {
    let marker = "expected one of "
    let unknown = inserting("qqqqqqqqqqqqqqqqqqqqqqqqqqqqqq", into: root, at: steps[...])
    guard let message = problems(unknown).first(where: { $0.hasPrefix("unknown key: ") }),
      let range = message.firstRange(of: marker)
    else { return nil }
    return Set(message[range.upperBound...].split(separator: ", ").map(String.init))
  }

  private func inserting(
    _ name: String, into node: JSONNode, at steps: ArraySlice<JSONSchema.Step>
  ) -> JSONNode {
    let rest = steps.dropFirst()
    switch (steps.first, node.value) {
    case (nil, .object(let members)):
      let new = JSONMember(name: name, nameOffset: 0, node: JSONNode(offset: 0, value: .null))
      return JSONNode(offset: 0, value: .object(members + [new]))
    case (.member(let step), .object(let members)):
      return JSONNode(
        offset: 0,
        value: .object(
          members.map { member in
            guard member.name == step else { return member }
            let changed = inserting(name, into: member.node, at: rest)
            return JSONMember(name: step, nameOffset: 0, node: changed)
          }))
    case (.element, .array(let elements)):
      return JSONNode(
        offset: 0, value: .array(elements.map { inserting(name, into: $0, at: rest) }))
    default: return node
    }
  }

  /// Every object of a document, of arrays only that of the first element, with the path to it.
  private func objects(of node: JSONNode) -> [(steps: [JSONSchema.Step], root: JSONNode)] {
    func walk(_ here: JSONNode, _ steps: [JSONSchema.Step]) -> [[JSONSchema.Step]] {
      if let first = here.array?.first { return walk(first, steps + [.element]) }
      guard let members = here.object else { return [] }
      return [steps] + members.flatMap { walk($0.node, steps + [.member($0.name)]) }
    }
    return walk(node, []).map { ($0, node) }
  }

  /// The number of schemas with fixed properties; conditions only repeat them.
  private func objectSchemas(_ schema: JSONNode) -> Int {
    let elements = (schema.array ?? []).reduce(0) { $0 + objectSchemas($1) }
    let own = schema.member("additionalProperties")?.bool == false ? 1 : 0
    return (schema.object ?? []).reduce(own + elements) { $0 + objectSchemas($1.node) }
  }

  /// All documents that lack one member of one object.
  private func omissions(of node: JSONNode) -> [JSONNode] {
    switch node.value {
    case .array(let elements):
      return elements.indices.flatMap { index in
        omissions(of: elements[index]).map { changed in
          var copy = elements
          copy[index] = changed
          return JSONNode(offset: 0, value: .array(copy))
        }
      }
    case .object(let members):
      return members.indices.flatMap { index in
        var without = members
        let member = without.remove(at: index)
        let inner = omissions(of: member.node).map { changed in
          var copy = members
          copy[index] = JSONMember(name: member.name, nameOffset: 0, node: changed)
          return JSONNode(offset: 0, value: .object(copy))
        }
        return [JSONNode(offset: 0, value: .object(without))] + inner
      }
    default: return []
    }
  }
}
