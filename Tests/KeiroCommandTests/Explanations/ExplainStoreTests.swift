import KeiroCommand
import Links
import LinkStorage
import SQLiteStore
import Testing

/// Links that are in the store and not in the configuration.
struct ExplainStoreTests {
  private let folder: TemporaryFolder
  private let configuration: String

  init() throws {
    folder = try TemporaryFolder()
    configuration = try folder.write(
      """
      {
        "store": { "sqlite": "links.db" },
        "apps": { "food": { "apple": { "appIDs": ["A1B2C3D4E5.b.food"] } } },
        "sites": [
          { "hosts": ["food.example", "www.food.example"],
            "routes": [ { "/": "/article/{id}", "app": "food", "screen": "article" } ],
            "shortLinks": { "prefix": "/s/", "app": "food" } } ]
      }
      """, to: "keiro.json")
  }

  private func store(_ links: ShortLink...) throws {
    let store = try SQLiteStore(path: folder.path + "/links.db")
    for link in links {
      try waitForAnswer {
        store.create(
          link, CreationTerms(), now: Timestamp(secondsSinceEpoch: 0), completion: $0)
      }
    }
    store.close()
  }

  private func run(_ arguments: String...) -> (code: ExitCode, output: String, error: String) {
    run(arguments)
  }

  private func run(_ arguments: [String]) -> (code: ExitCode, output: String, error: String) {
    let recorder = ConsoleRecorder()
    let code = recorder.run(["explain", "--config", configuration] + arguments)
    return (code, recorder.output, recorder.error)
  }

  @Test func `a store that nobody has made holds no links`() {
    let result = run("https://food.example/s/new")
    #expect(result.code == .done)
    #expect(result.output.contains("no short link has the slug 'new'"))
    #expect(run("--all").code == .done)
  }

  @Test func `finds a link under any host of its site`() throws {
    try store(
      ShortLink(host: "food.example", slug: "new", url: "https://food.example/article/7"))
    for host in ["food.example", "www.food.example"] {
      let result = run("https://\(host)/s/new")
      #expect(result.code == .done)
      #expect(result.output.hasSuffix("\nopens food at article(id: 7)\n"))
      #expect(result.error == "")
    }
  }

  @Test func `lists the links that do not open where they should`() throws {
    var over = ShortLink(host: "food.example", slug: "over", url: "https://food.example/article/7")
    over.archived = true
    try store(
      ShortLink(host: "food.example", slug: "new", url: "https://food.example/article/7"), over,
      ShortLink(host: "food.example", slug: "lost", url: "https://food.example/nothing"),
      ShortLink(host: "gone.example", slug: "a", url: "https://food.example/"))
    let result = run("--all")
    #expect(result.code == .negative)
    #expect(!result.output.contains("https://food.example/s/over"))
    #expect(
      result.output.contains("https://food.example/s/lost  (the store)\n  opens food, which "))
    #expect(result.output.contains("\n  expected a screen\n"))
    #expect(result.output.contains("'gone.example' is not a host of a site with short links"))
    #expect(result.output.hasSuffix("5 links checked, 2 at fault\n"))
  }

  @Test(arguments: [
    ["https://food.example/s/new"], ["--matrix", "https://food.example/s/new"], ["--all"],
    ["--all", "--json"],
  ])
  func `a store that cannot be read is the environment's fault`(arguments: [String]) throws {
    try folder.write("a text, whatever its name says", to: "links.db")
    let result = run(arguments)
    #expect(result.code == .environmentFailed)
    #expect(result.output == "")
    #expect(result.error.hasPrefix("keiro explain: the store cannot be read: "))
  }

  @Test func `so is a store in a place that leads nowhere`() throws {
    let configuration = try folder.write(
      """
      { "store": { "sqlite": "keiro.json/links.db" },
        "sites": [ { "hosts": ["food.example"], "shortLinks": { "prefix": "/s/" } } ] }
      """, to: "odd.json")
    let recorder = ConsoleRecorder()
    let code = recorder.run(["explain", "--config", configuration, "--all"])
    #expect(code == .environmentFailed, "\(recorder.output)")
  }

  @Test func `a launch fails with its store, too`() throws {
    try folder.write("a text, whatever its name says", to: "links.db")
    let launch = try folder.write(
      #"{"kind": "openURL", "url": "https://food.example/s/new"}"#, to: "launch.json")
    let link = try folder.write(
      """
      {"kind": "userActivity", "activityType": "NSUserActivityTypeBrowsingWeb",
       "webpageURL": "https://food.example/s/new"}
      """, to: "link.json")
    for (file, code) in [(launch, ExitCode.done), (link, .environmentFailed)] {
      let recorder = ConsoleRecorder()
      let found = recorder.run(["launch", "--config", configuration, "--app", "food", file])
      #expect(found == code, "\(recorder.output) \(recorder.error)")
    }
  }
}
