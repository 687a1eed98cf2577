import KeiroCommand
import Links
import LinkStorage
import ProgramSupport
import SQLiteStore
import Testing

/// Links that are in the store but not in the configuration.
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
    let store: any LinkStore = try SQLiteStore(path: folder.path + "/links.db")
    for link in links {
      try waitForAnswer {
        store.create(
          link, CreationTerms(), by: .service, now: Timestamp(secondsSinceEpoch: 0), completion: $0)
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
    let note =
      "keiro explain: note: the store '\(folder.path)/links.db' does not exist yet: only links of "
      + "the configuration are known\n"
    #expect(result.error == note)
    let all = run("--all")
    #expect(all.code == .done && all.error == note)
    #expect(run("https://food.example/article/1").error == "")
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
      result.output.contains(
        "fault: expected a screen: 1 link\n  https://food.example/s/lost  (the store)\n"
          + "    opens food, which "))
    #expect(
      result.output.contains(
        "fault: expected the host of a site with short links: 1 link\n"
          + "  https://gone.example/…/a  (the store)\n"))
    #expect(
      result.output.hasSuffix(
        "5 links checked, 2 at fault\nopens 3, page 0, redirect 0, dead 2\n"))
  }

  @Test func `has a row for each link, and on request what its visitors get`() throws {
    var over = ShortLink(host: "food.example", slug: "over", url: "https://food.example/article/7")
    over.archived = true
    try store(
      ShortLink(host: "food.example", slug: "new", url: "https://food.example/article/7"), over)
    let rows = run("--all", "--json").output.filter { !$0.isWhitespace }
    #expect(
      rows.contains(
        #"{"url":"https://food.example/s/new","state":"opens","app":"food","screen":"article","#
          + #""destination":"https://food.example/article/7","warnings":["short-link-covered"]}"#))
    #expect(rows.contains(#"{"url":"https://food.example/s/over","state":"dead","app":null,"#))
    #expect(rows.contains(#""states":{"opens":2,"page":0,"redirect":0,"dead":1}"#))
    #expect(!rows.contains("visitors"))
    let visitors = run("--all", "--json", "--matrix").output.filter { !$0.isWhitespace }
    #expect(
      visitors.contains(
        #"{"visitor":"desktop","outcome":"redirect","location":"https://food.example/article/7"}"#))
    #expect(run("--all", "--matrix").code == .wrongUsage)
  }

  @Test func `groups faults by their causes and keeps a few examples of each`() throws {
    try store(
      ShortLink(host: "food.example", slug: "s", url: "https://elsewhere.example/"),
      ShortLink(host: "food.example", slug: "t", url: "https://elsewhere.example/t"))
    let elsewhere = run("--all")
    #expect(elsewhere.code == .done)
    #expect(
      elsewhere.output.hasSuffix(
        "3 links checked, 0 at fault\nopens 3, page 0, redirect 0, dead 0\n"))
    let store: any LinkStore = try SQLiteStore(path: folder.path + "/links.db")
    let lost = (0..<500).map {
      ShortLink(host: "food.example", slug: "n\($0)", url: "https://food.example/none/\($0)")
    }
    try waitForAnswer {
      store.apply(
        lost, overwritesEdits: false, by: .service, now: Timestamp(secondsSinceEpoch: 0),
        completion: $0)
    }
    store.close()
    let result = run("--all")
    #expect(result.code == .negative)
    #expect(result.output.hasPrefix("fault: expected a screen: 500 links\n"))
    #expect(result.output.contains("\n  and 497 more\n"))
    #expect(result.output.split(separator: "\n").count < 15)
    let faults = run("--all", "--only", "fault")
    #expect(faults.code == .negative && !faults.output.contains("warning"))
    #expect(faults.output.contains("https://food.example/s/n499  (the store)"))
    let warnings = run("--all", "--only", "warning")
    #expect(warnings.code == .negative && !warnings.output.contains("s/n0"))
    #expect(
      warnings.output.hasSuffix(
        "503 links checked, 500 at fault\nopens 503, page 0, redirect 0, dead 0\n"))
    let json = run("--all", "--json").output
    #expect(json.contains("\"atFault\": 500") && json.contains("\"count\": 500"))
  }

  @Test func `says that a server's memory cannot be seen`() throws {
    let configuration = try folder.write(
      """
      { "store": { "memory": true },
        "sites": [ { "hosts": ["food.example"], "shortLinks": { "prefix": "/s/" } } ] }
      """, to: "memory.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["explain", "--config", configuration, "--all"]) == .done)
    #expect(recorder.error.contains("links that are made while a server runs are in its memory"))
  }

  @Test(arguments: [
    ["https://food.example/s/new"], ["--matrix", "https://food.example/s/new"], ["--all"],
    ["--all", "--json"],
  ])
  func `a store that cannot be read is the environment's fault`(arguments: [String]) throws {
    try folder.write("a text, whatever its name says", to: "links.db")
    let result = run(arguments)
    #expect(result.code == .environmentFailed)
    guard arguments.last != "--json" else {
      #expect(result.error == "" && result.output.contains("\"code\": \"store-unavailable\""))
      return
    }
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
