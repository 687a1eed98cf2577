import KeiroCommand
import ProgramSupport
import Testing

/// Warnings about sites whose short links or pages never open the app that their routes open.
struct OpeningGapTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let links = "sites[0].shortLinks.app"
  private static let buttons = "sites[0].alternateHost"
  private static let menu = #""routes": [ { "/": "/menu/{id}", "app": "a", "screen": "m" } ]"#

  /// Sites of the host kissa.jp, and the keys that are missing in them.
  static let sites: [(members: String, paths: [String])] = [
    (#"\#(menu), "shortLinks": {}"#, [buttons, links]),
    (#"\#(menu), "alternateHost": "open.kissa.jp", "shortLinks": { "app": "a" }"#, []),
    (#"\#(menu), "alternateHost": null, "shortLinks": { "app": null }"#, []),
    (#"\#(menu), "alternateHost": "open.kissa.jp", "shortLinks": {}"#, [links]),
    (#"\#(menu), "shortLinks": { "app": "a" }"#, [buttons]),
    (menu, [buttons]),
    // Buttons with the app's own scheme need no host.
    (#""routes": [ { "/": "/menu/{id}", "app": "s" } ], "shortLinks": { "app": "s" }"#, []),
    // Nothing here opens an app, or shows a page with a button.
    (#""shortLinks": { "links": { "x": "https://e.example/" } }"#, []),
    (#""routes": [ { "/": "/menu/{id}", "title": "M" } ], "shortLinks": {}"#, []),
    (
      #""routes": [ { "/": "/menu/*", "app": "a", "universalLink": false } ], "shortLinks": {}"#, []
    ),
    (#""routes": [ { "/": "/menu/*", "app": "a", "web": "https://e.example/" } ]"#, []),
    // Pages of other sites.
    (#""shortLinks": { "links": { "x": "https://b.example/7" } }"#, [links]),
    (#""shortLinks": { "app": null, "links": { "x": "https://b.example/7" } }"#, []),
  ]

  private func configuration(_ members: String) -> String {
    """
    { "apps": {
        "a": { "apple": { "appIDs": ["94VJUJ8B7P.jp.kissa.app"] } },
        "s": { "apple": { "appIDs": ["94VJUJ8B7P.jp.kissa.s"], "customSchemes": ["kissa"] } } },
      "sites": [ { "hosts": ["kissa.jp"], \(members) },
        { "hosts": ["b.example", "c.example"], "routes": [ { "/": "/{id}", "app": "a", "screen": "b" } ] } ] }
    """
  }

  /// The keys that warnings name.
  private func paths(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.contains("or null if that is meant") }.map { line in
      line.split(separator: ": ").first { $0.contains("sites[") }
        .map { String($0.split(separator: " ").last ?? "") } ?? ""
    }.sorted()
  }

  @Test(arguments: sites.indices)
  func `check and a survey name the missing keys`(_ index: Int) throws {
    let (members, expected) = Self.sites[index]
    let file = try folder.write(configuration(members), to: "k.json")
    let check = ConsoleRecorder()
    #expect(check.run(["check", "--config", file]) == .done)
    #expect(paths(check.error) == expected, "\(check.error)")
    let survey = ConsoleRecorder()
    _ = survey.run(["explain", "--config", file, "--all"])
    #expect(paths(survey.output) == expected, "\(survey.output)")
    let faults = ConsoleRecorder()
    _ = faults.run(["explain", "--config", file, "--all", "--only", "fault"])
    #expect(paths(faults.output) == [])
  }

  @Test func `says what to write`() throws {
    let file = try folder.write(configuration(Self.menu + #", "shortLinks": {}"#), to: "k.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["check", "--config", file]) == .done)
    #expect(
      recorder.error.contains(
        "warning: sites[0].shortLinks.app: taps on short links of 'kissa.jp' never open an app: "
          + "expected 'a', or null if that is meant\n"), "\(recorder.error)")
    #expect(
      recorder.error.contains(
        "warning: sites[0].alternateHost: no button on the pages of 'kissa.jp' opens 'a', because "
          + "taps on links to the same host never do: expected another host that the app's "
          + "entitlement names, or null if that is meant\n"), "\(recorder.error)")
  }

  @Test func `a survey that says null has nothing left to warn of`() throws {
    let members = #"""
      \#(Self.menu), "alternateHost": null, "shortLinks": { "app": null,
        "links": { "spring": "https://kissa.jp/menu/7" } }
      """#
    let file = try folder.write(configuration(members), to: "k.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["explain", "--config", file, "--all"]) == .done)
    #expect(!recorder.output.contains("warning"), "\(recorder.output)")
  }

  @Test func `the file needs no more than this`() throws {
    let members = #"""
      \#(Self.menu), "alternateHost": "open.kissa.jp", "shortLinks": { "app": "a",
        "links": { "spring": "https://kissa.jp/menu/7" } }
      """#
    let file = try folder.write(configuration(members), to: "k.json")
    let check = ConsoleRecorder()
    #expect(check.run(["check", "--config", file]) == .done)
    #expect(check.error == "")
    let tap = ConsoleRecorder()
    #expect(tap.run(["explain", "--config", file, "https://kissa.jp/s/spring"]) == .done)
    #expect(tap.output.hasSuffix("opens a\n") || tap.output.contains("\nopens a"), "\(tap.output)")
  }
}
