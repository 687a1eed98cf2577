import JSONSyntax
import Links
import ProgramSupport
import Testing

@testable import KeiroConfiguration

struct ConfigurationRobustnessTests {
  @Test(arguments: [
    ("", true), (#", "appStoreID": "1""#, true),
    (#", "appClipIDs": ["A1B2C3D4E5.b.c.Clip"]"#, true),
    (#", "appStoreID": "1", "appClipIDs": ["A1B2C3D4E5.b.c.Clip"]"#, false),
  ])
  func `links cannot be handed on by an App Clip that no app has`(_ app: String, _ isTold: Bool)
    throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      { "apps": { "a": { "apple": { "appIDs": ["A1B2C3D4E5.b.c"]\(app) } } },
        "sites": [ { "hosts": ["x.example"],
          "shortLinks": { "app": "a", "deferred": ["referrer", "clip"] } } ] }
      """, to: "k.json")
    let loaded = try ConfigurationLoader.load(path: file)
    let told = ConfigurationReview.problems(of: loaded, now: Timestamp(secondsSinceEpoch: 0))
      .problems.contains {
        $0.path == "sites[0].shortLinks.deferred[1]" && $0.message.contains("offers an App Clip")
      }
    #expect(told == isTold)
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
    let file = repositoryFolder + "/config/keiro.json"
    for cut in 0...end {
      #expect(throws: ConfigurationFailure.self) {
        try ConfigurationLoader.load(Array(bytes[..<cut]), file: file)
      }
    }
  }
}
