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

  @Test func `says what to do about it`() throws {
    // The system's own words say why a file cannot be read.
    let step =
      /expected |did you mean|delete |retype |replace |save |cannot read '|cannot use '|; |: [a-z]+ it|is not an https URL$/
    for message in try Self.lines().compactMap(\.configuration).flatMap({ problems($0) }) {
      #expect(message.contains(step), "\(message)")
    }
  }
}
