import JSONSyntax
import ProgramSupport
import Testing

@testable import KeiroConfiguration

struct ConfigurationRobustnessTests {
  @Test(arguments: ["config/keiro.json", "config/example.json"])
  func `the samples are good and raise no warning`(name: String) throws {
    let loaded = try ConfigurationLoader.load(path: repositoryFolder + "/" + name)
    #expect(loaded.warnings == [])
  }

  @Test(arguments: ["[", "{\"a\":", "{\"apps\":"])
  func `deep nesting is a problem and no crash`(unit: String) {
    let text = String(repeating: unit, count: 65_536)
    #expect(
      located(text).map(\.message) == ["arrays and objects are nested too deeply"])
  }

  @Test func `nesting within the limit is a problem and no crash`() {
    let text =
      #"{"sites": "# + String(repeating: "[", count: 127) + String(repeating: "]", count: 127)
      + "}"
    #expect(problems(text) == ["sites[0]: found an array: expected an object"])
  }

  @Test func `a configuration that is cut anywhere is a problem`() throws {
    let bytes = try repositoryFile("config/keiro.json")
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
    let folder = ConfigurationFolder(path: repositoryFolder + "/config")
    for cut in 0...end {
      #expect(throws: ConfigurationFailure.self) {
        try ConfigurationLoader.decode(Array(bytes[..<cut]), folder: folder)
      }
    }
  }

  @Test func `each value of another kind is a problem or a value, and no crash`() throws {
    let bytes = try repositoryFile("config/example.json")
    let folder = ConfigurationFolder(path: repositoryFolder + "/config")
    let root = try JSONDocument(parsing: bytes).root
    for value in [JSONValue.null, .bool(true), .number("-1"), .string(""), .array([]), .object([])]
    {
      for mutation in mutations(of: root, by: value) {
        let text = Array(JSONOutput(mutation).compact.utf8)
        do throws(ConfigurationFailure) {
          _ = try ConfigurationLoader.decode(text, folder: folder)
        } catch {
          guard case .invalid(let problems) = error else {
            Issue.record("the text was not read")
            return
          }
          #expect(problems.allSatisfy { $0.position != nil })
        }
      }
    }
  }
}
