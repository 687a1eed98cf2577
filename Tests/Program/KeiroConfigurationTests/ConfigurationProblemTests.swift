import GoldenFiles
import JSONSyntax
import ProgramSupport
import System
import Testing

@testable import KeiroConfiguration

/// Invalid configurations with their exact messages: those of `Golden/problems.txt`, where a line has a
/// configuration or a part of one, as its section says, and indented lines what is wrong with it. The
/// schema for editors refuses it too unless the last line says otherwise.
struct ConfigurationProblemTests {
  private static let golden =
    repositoryFolder + "/Tests/Program/KeiroConfigurationTests/Golden/problems.txt"

  /// The lines of the file, of which configurations are completed.
  private static func lines() throws -> [(line: String, configuration: String?)] {
    var section = ""
    let text = String(decoding: try readFile(golden, limit: 1 << 20), as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("# ") { section = String(line.dropFirst(2)) }
      guard line.hasPrefix("{") || line.hasPrefix("\"") || line.hasPrefix("[") else {
        return (String(line), nil)
      }
      return (String(line), whole(String(line), section))
    }
  }

  private static func whole(_ text: String, _ section: String) -> String {
    switch section {
    case "apps": "{ \"apps\": \(text) }"
    case "sites": "{ \"sites\": [ \(text) ] }"
    case "site": siteText(text)
    case "routes": routesText(text)
    case "shortLinks": siteText("\"shortLinks\": \(text)")
    default: text
    }
  }

  @Test func `problems of links keep their Japanese sentences, which pages show`() {
    let found = located(
      siteText(#""shortLinks": { "prefix": "/s/", "links": { "x": { "url": "y" } } }"#))
    #expect(found.map(\.sentence.english) == found.map(\.message) && !found.isEmpty)
    #expect(found.allSatisfy { $0.sentence.japanese != $0.message })
  }

  @Test func `an endless value or name is told by its beginning and its end`() {
    let long = String(repeating: "x", count: 100_000)
    for text in [siteText("\"language\": \"\(long)\""), "{ \"\(long)\": 1 }"] {
      let lines = located(text).map { $0.line(file: "k.json") }
      #expect(lines.count == 1 && lines[0].utf8.count < 2000 && lines[0].contains("expected "))
    }
  }

  @Test func `says what is wrong`() throws {
    let schema = JSONSchema(
      root: try JSONDocument(parsing: repositoryFile("config/keiro.schema.json")).root)
    var text = ""
    for (line, configuration) in try Self.lines() where !line.hasPrefix("  ") {
      text += line + "\n"
      guard let configuration else { continue }
      for message in problems(configuration) { text += "  \(message)\n" }
      let node = try JSONDocument(parsing: Array(configuration.utf8)).root
      if schema.violations(node) == [] { text += "  (The schema takes it.)\n" }
    }
    text.removeLast()
    #expect(try GoldenFile(Self.golden).difference(from: text) == nil)
  }

  private static let texts: [(text: String, expected: [String])] = [
    ("", ["k.json:1:1: the text is empty: expected a JSON value"]),
    ("[]", ["k.json:1:1: found an array: expected an object"]),
    (
      "{\n  \"server\": {},\n}",
      ["k.json:2:15: unexpected comma before the closing bracket; delete the comma"]
    ),
    (
      "{ \"server\": { } // note\n}", ["k.json:1:17: comments are not part of JSON; delete it"]
    ),
    (
      "{\"server\": {}, \"server\": {}}",
      ["k.json:1:16: server: this name is already used in the object: expected it once"]
    ),
    ("{\"sever\": {}}", ["k.json:1:2: sever: unknown key: did you mean 'server'?"]),
    (
      "{\"zzzzzz\": {}}",
      [
        "k.json:1:2: zzzzzz: unknown key: expected one of $schema, server, store, history, health, audit, statistics, outgoing, dashboard, doctor, apps, sites"
      ]
    ),
  ]

  @Test(arguments: texts)
  func `says where the text stops being a configuration`(text: String, expected: [String]) {
    let lines = located(text).map { $0.line(file: "k.json") }
    #expect(lines == expected)
  }

  @Test func `says what to do about it`() throws {
    // The system's own words say why a file cannot be read.
    let step =
      /expected |did you mean|delete |retype |replace |save |cannot read '|cannot use '|; |: [a-z]+ it|is not an https URL$/
    let texts = Self.texts.flatMap(\.expected)
    let messages = try Self.lines().compactMap(\.configuration).flatMap { problems($0) }
    for message in messages + texts {
      #expect(message.contains(step), "\(message)")
    }
  }

  @Test func `tells all problems at once, in the order of the file`() {
    let text = """
      {
        "server": { "workers": 257, "listn": [] },
        "sites": [
          {
            "hosts": ["x.example"], "alternateHost": "y.example",
            "routes": [ { "/": "/a", "app": "shp", "scren": "s" } ],
            "webcredentials": ["courier"]
          },
          { "hosts": ["Y.example", "x.example."] }
        ],
        "apps": { "shop": { "apple": { "appIDs": ["nodot"] } } }
      }
      """
    #expect(
      located(text).map { $0.line(file: "k.json") } == [
        "k.json:2:26: server.workers: 257 is out of range: expected a whole number from 0 to 256",
        "k.json:2:31: server.listn: unknown key: did you mean 'listen'?",
        "k.json:5:48: sites[0].alternateHost: 'y.example' belongs to another site, at sites[1].hosts[0]: expected a host of its own",
        "k.json:6:39: sites[0].routes[0].app: there is no app 'shp': did you mean 'shop'?",
        "k.json:6:46: sites[0].routes[0].scren: unknown key: did you mean 'screen'?",
        "k.json:7:26: sites[0].webcredentials[0]: there is no app 'courier': expected one of shop",
        "k.json:9:30: sites[1].hosts[1]: 'x.example' is already listed at sites[0].hosts[0]: expected it once",
        "k.json:11:45: apps.shop.apple.appIDs[0]: 'nodot' is not an application identifier: there is no dot between the Team ID and the bundle ID: expected ten characters from A-Z and 0-9, as in A1B2C3D4E5.com.example.app",
      ])
  }
}
