import FoundationEssentials
import JSONSyntax
import KeiroCommand
import ProgramSupport
import Testing

struct ExplainCommandTests {
  private static let sample = repositoryFolder + "/config/keiro.json"

  private func run(
    _ arguments: String..., configuration: String = Self.sample
  ) -> CommandResult {
    keiro(["explain", "--config", configuration] + arguments)
  }

  static let sources = [
    "messages", "mail", "notes", "other-app", "safari", "search-result", "same-site", "typed", "qr",
    "in-app-browser", "chrome", "own-app", "redirect", "banner", "wallet", "app-clip", "nfc",
    "spotlight", "widget", "handoff",
  ]

  /// Everything that the help names gets an answer.
  @Test(arguments: ["article/42", "s/spring", "none"])
  func `answers for the sample from every source on every listed version`(path: String) throws {
    let result = run("--matrix", "--json", "https://asajikan.jp/" + path)
    #expect(result.error == "")
    let rows = try #require(
      try result.document.member("rows")?.array)
    #expect(rows.count == Self.sources.count * 2 * 10)
    #expect(Set(rows.compactMap { $0.member("from")?.string }) == Set(Self.sources))
    for row in rows {
      let conclusion = try #require(row.member("conclusion")?.string)
      let opens = row.member("opens")?.bool == true
      #expect(conclusion.hasPrefix(opens ? "opens asajikan at " : "stays in the browser: "))
      #expect(row.member("app")?.string == "installed" || !opens)
    }
  }

  private static let link = "https://asajikan.jp/article/42"
  private static let scheme = "asajikan://article/42"

  @Test(arguments: [
    (link, ["--ios", "12.5"], "application(_:continue:restorationHandler:)"),
    (link, ["--ios", "17.0.1"], "scene(_:willConnectTo:options:)"),
    (link, ["--app", "absent"], "scene(_:willConnectTo:options:)"),
    (scheme, ["--ios", "17", "--lifecycle", "app-delegate"], "application(_:open:options:)"),
    (scheme, ["--state", "background"], "scene(_:openURLContexts:)"),
    (link, ["--lifecycle", "swiftui", "--state", "background"], "onOpenURL(perform:)"),
    (scheme, ["--lifecycle", "swiftui", "--state", "background"], "onOpenURL(perform:)"),
  ])
  func `names the receiver on a system, with a life cycle, in a state`(
    _ url: String, _ options: [String], _ method: String
  ) throws {
    let result = keiro(["explain", "--config", Self.sample, "--json"] + options + [url])
    let root = try result.document
    #expect(root.member("receiver")?.member("method")?.string == method)
  }

  @Test func `a system without SwiftUI is told`() {
    let older = run("--lifecycle", "swiftui", "--ios", "13", Self.link)
    #expect(older.output.contains("(iOS 13.0 has no SwiftUI)"))
  }

  @Test func `names where the site leads visitors of a link that nobody finds yet`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"""
      { "sites": [ {
        "hosts": ["a.example"], "notFound": "https://b.example/lost",
        "shortLinks": { "prefix": "/s/", "links": {
          "later": { "url": "https://b.example/", "notBefore": "2999-01-01" } } }
      } ] }
      """#, to: "keiro.json")
    let survey = try run("--all", "--matrix", "--json", configuration: file).document
    let visitors = survey.member("links")?.array?.first?.member("visitors")?.array ?? []
    #expect(!visitors.isEmpty)
    for visitor in visitors {
      #expect(visitor.member("outcome")?.string == "not-found")
      #expect(visitor.member("location")?.string == "https://b.example/lost")
    }
  }

  @Test func `knows the files of well-known folders, and check names those that nobody gets`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.createFolder("files")
    for name in ["security.txt", "assetlinks.json"] { try folder.write("[]", to: "files/" + name) }
    let file = try folder.write(
      #"{ "sites": [ { "hosts": ["a.example"], "wellKnown": "files" } ] }"#, to: "keiro.json")
    for (name, status) in [("security.txt", 200), ("assetlinks.json", 404), ("none", 404)] {
      let answer = try run(
        "--json", "https://a.example/.well-known/" + name, configuration: file
      ).document.member("server")
      let text = answer.map { JSONOutput($0).compact } ?? ""
      #expect(text.contains(#""status":\#(status)"#), "\(name): \(text)")
    }
    #expect(
      keiro(["check", "--config", file]).error.contains(
        "sites[0].wellKnown: 'assetlinks.json' of the folder is never served: expected it as "
          + "'documents.android'"))
  }
}
