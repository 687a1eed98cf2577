import KeiroCommand
import ProgramSupport
import Testing

struct LaunchCommandTests {
  private let folder: TemporaryFolder
  private let configuration: String

  init() throws {
    folder = try TemporaryFolder()
    configuration = try folder.write(
      """
      {
        "apps": {
          "food": { "apple": { "appIDs": ["A1B2C3D4E5.b.food"], "customSchemes": ["food"] } },
          "maps": { "apple": { "appIDs": ["A1B2C3D4E5.b.maps"] } }
        },
        "sites": [
          { "hosts": ["*.food.example"], "routes": [
              { "/": "/w/{name}", "app": "food", "screen": "wildcard" } ] },
          { "hosts": ["www.food.example"], "alternateHost": "open.food.example",
            "routes": [
              { "/": "/private/*", "exclude": true },
              { "/": "/article/{id}/by/{who}", "app": "food", "screen": "article" },
              { "/": "/map/*", "app": "maps", "screen": "map" },
              { "/": "/plain", "title": "No app" },
              { "/": "/mute", "app": "food" }
            ],
            "shortLinks": { "prefix": "/s/", "links": {
              "one": { "url": "https://www.food.example/article/1/by/ann" },
              "gone": { "url": "https://www.food.example/", "archived": true },
              "loop": { "url": "https://www.food.example/s/loop" },
              "out": { "url": "https://other.example/" } } } }
        ]
      }
      """, to: "keiro.json")
  }

  private func run(
    _ launch: String, app: String = "food", json: Bool = false
  ) throws -> (code: ExitCode, output: String, error: String) {
    let file = try folder.write(launch, to: "launch.json")
    let recorder = ConsoleRecorder()
    let options = json ? ["--json"] : []
    let code = recorder.run(
      ["launch", "--config", configuration, "--app", app] + options + [file])
    let error = recorder.error.replacing(folder.path + "/", with: "")
    return (code, recorder.output, error)
  }

  private func page(_ url: String) -> String {
    """
    {"kind":"userActivity","activityType":"NSUserActivityTypeBrowsingWeb","webpageURL":"\(url)"}
    """
  }

  @Test func `says where a launch leads and who receives it`() throws {
    let result = try run(page("https://www.food.example/article/4%202/by/%E6%96%87"))
    #expect(result.code == .done)
    #expect(
      result.output == """
        launch       universal link (not running, iOS 27.0, scene)
        event        deepLink(url: https://www.food.example/article/4%202/by/%E6%96%87)
        destination  article(id: 4 2, who: 文)
        received by  scene(_:willConnectTo:options:), in connectionOptions.userActivities

        """)
    #expect(result.error == "")
  }

  @Test func `prints one JSON document`() throws {
    let result = try run(#"{"kind":"openURL","url":"food://s/one","ios":"12"}"#, json: true)
    #expect(result.code == .done)
    #expect(
      result.output == """
        {
          "event": {
            "kind": "deepLink",
            "url": "food://s/one"
          },
          "destination": {
            "screen": "article",
            "parameters": {
              "id": "1",
              "who": "ann"
            }
          },
          "receiver": {
            "method": "application(_:open:options:)",
            "key": null
          },
          "problems": [],
          "launch": null
        }

        """)
    #expect(result.error == "")
  }

  @Test func `answers to a launch with a missing field`() throws {
    let result = try run(#"{"kind":"openURL","ios":"abc"}"#)
    #expect(result.code == .negative)
    #expect(
      result.output == """
        launch       custom URL scheme, widget (not running, iOS 27.0, scene)
        event        none
        destination  home
        received by  scene(_:willConnectTo:options:), in connectionOptions.urlContexts

        """)
    #expect(
      result.error == """
        launch.json: 'url' is missing: expected it here
        launch.json: ios: 'abc' is not a version: expected one such as 17.0

        """)
    let broken = try run("{", json: true)
    #expect(broken.code == .negative)
    #expect(broken.output.hasPrefix("{\n  \"event\": null,\n  \"destination\": {"))
    #expect(broken.error == "")
  }

  @Test(arguments: [
    ("https://www.food.example/article/1/by/a?x#y", "article(id: 1, who: a)"),
    ("https://OPEN.food.example:443/article/1/by/a", "article(id: 1, who: a)"),
    ("https://www.food.example/s/one?utm_source=x", "article(id: 1, who: ann)"),
    ("https://www.food.example/s/%6Fne", "article(id: 1, who: ann)"),
    ("https://m.food.example/w/n", "wildcard(name: n)"),
  ])
  func `resolves deep links by hosts, short links and routes`(
    url: String, destination: String
  ) throws {
    let result = try run(page(url))
    #expect(result.output.contains("destination  \(destination)\n"))
    #expect(result.code == .done)
  }

  @Test(arguments: [
    ("https://other.example/", "'other.example' is not a host of the configuration"),
    ("https://me@www.food.example/", "'https://me@www.food.example/' is not a web page"),
    ("https://www.food.example", "no route matches 'https://www.food.example'"),
    (
      "https://www.food.example/private/a",
      "sites[1].routes[0] keeps 'https://www.food.example/private/a' in the browser"
    ),
    (
      "https://www.food.example/map/1",
      "sites[1].routes[2] opens 'https://www.food.example/map/1' in 'maps'"
    ),
    (
      "https://www.food.example/plain",
      "sites[1].routes[3] opens 'https://www.food.example/plain' in no app"
    ),
    (
      "https://www.food.example/mute",
      "sites[1].routes[4] names no screen for 'https://www.food.example/mute'"
    ),
    (
      "https://www.food.example/article/../by/a",
      "the path of 'https://www.food.example/article/../by/a' cannot be read"
    ),
    (
      "https://www.food.example/s/none",
      "there is no short link 'https://www.food.example/s/none'"
    ),
    (
      "https://www.food.example/s/gone",
      "the short link 'https://www.food.example/s/gone' leads nowhere now"
    ),
    (
      "https://www.food.example/s/loop",
      "'https://www.food.example/s/loop' is another short link, which is not followed"
    ),
    ("https://www.food.example/s/out", "'other.example' is not a host of the configuration"),
  ])
  func `says why a deep link leads nowhere`(url: String, reason: String) throws {
    let result = try run(page(url))
    #expect(result.output.contains("destination  none: the app stays where it is\n"))
    #expect(result.error == "launch.json: webpageURL: \(reason)\n")
    #expect(result.code == .negative)
  }

  @Test func `names the apps that there are`() throws {
    let result = try run(#"{"kind":"normal"}"#, app: "fod")
    #expect(result.code == .negative)
    #expect(result.output == "")
    #expect(
      result.error == """
        keiro launch: option '--app': 'fod' is not an app: expected one of food, maps; \
        did you mean 'food'?

        """)
  }

  @Test func `ends with 3 when a file cannot be read`() throws {
    let recorder = ConsoleRecorder()
    let missing = folder.path + "/none.json"
    let code = recorder.run(["launch", "--config", configuration, "--app", "food", missing])
    #expect(code == .environmentFailed)
    #expect(recorder.error == "keiro launch: cannot read '\(missing)': no such file or directory\n")
    let other = ConsoleRecorder()
    #expect(
      other.run(["launch", "--config", missing, "--app", "food", missing]) == .environmentFailed)
  }
}
