import JSONSyntax
import KeiroCommand
import ProgramSupport
import Testing

struct LinkListTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  @Test func `lists the configuration's links, makes no store and changes nothing`() throws {
    let listed = fixture.run("links", "list")
    #expect(listed.code == .done)
    #expect(
      listed.output == "https://a.example/s/spring  https://e.example/spring  (configuration)\n")
    let exported = fixture.run("links", "export", "--format", "ndjson")
    #expect(exported.code == .done && exported.output == "")
    #expect(throws: (any Error).self) { try repositoryFile(fixture.folder.path + "/keiro.db") }
  }

  @Test func `says what is odd about a link`() {
    fixture.run(
      "links", "add", "--host", "a.example", "--slug", "old", "--expires", "2020-01-01", "--tag",
      "t\u{1B}", "--archived", "--max-clicks", "3", "--password", "p", "https://e.example/")
    #expect(fixture.run("links", "list", "--search", "OLD").output == "")
    fixture.run(
      "links", "add", "--host", "a.example", "--slug", "old", "--expires", "2020-01-01", "--tag",
      "t", "--archived", "--max-clicks", "3", "--password", "p", "https://e.example/")
    #expect(
      fixture.run("links", "list", "--search", "OLD").output
        == "https://a.example/s/old  https://e.example/  "
        + "(archived, expired, at most 3 clicks, password, #t)\n")
    #expect(fixture.run("links", "list", "--tag", "none").error == "no links\n")
  }

  @Test func `lists any number of links as one document`() throws {
    let lines = (0..<450).map { number in
      "{\"host\":\"a.example\",\"slug\":\"s\(number)\",\"url\":\"https://e.example/\(number)\"}\n"
    }
    let file = try fixture.folder.write(lines.joined(), to: "links.ndjson")
    #expect(fixture.run("links", "import", "--format", "ndjson", "--apply", file).code == .done)
    let all = try names(fixture.run("links", "list", "--json"))
    #expect(all.count == 451)
    #expect(all.first == "s449" && all.last == "spring" && Set(all).count == 451)
    #expect(try names(fixture.run("links", "list", "--json", "--limit", "201")).count == 201)
    #expect(try names(fixture.run("links", "list", "--json", "--limit", "1")) == ["s449"])
    #expect(try names(fixture.run("links", "list", "--json", "--limit", "450")).last == "s0")
    #expect(try names(fixture.run("links", "list", "--json", "--host", "q.b.example")) == [])
    #expect(fixture.run("links", "list").output.split(separator: "\n").count == 451)
  }

  @Test func `lists deleted links with their removals, filtered as they were`() throws {
    #expect(fixture.run("links", "deleted").error == "no deleted links\n")
    for (slug, tag) in [("old", "spring"), ("older", "autumn")] {
      fixture.run(
        "links", "add", "--host", "a.example", "--slug", slug, "--tag", tag, "https://e.example/")
      fixture.run("links", "remove", "a.example/s/\(slug)")
    }
    let lines = fixture.run("links", "deleted").output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first?.hasPrefix("https://a.example/s/older  https://e.example/  (deleted ") == true)
    #expect(
      lines.last?.hasPrefix("https://a.example/s/old    https://e.example/  (deleted ") == true)
    #expect(lines.allSatisfy { $0.contains(" by command-line") && $0.contains(", change ") })
    #expect(fixture.run("links", "deleted", "--limit", "1").output.contains("/older"))
    for found in [
      fixture.run("links", "deleted", "--json", "--tag", "spring"),
      fixture.run(
        "links", "deleted", "--json", "--search", "OLD e.example", "--tag", "spring", "--host",
        "a.example"),
    ] {
      let document = try JSONDocument(parsing: Array(found.output.utf8))
      let rows = try #require(document.root.member("links")?.array)
      #expect(rows.map { $0.member("link")?.member("slug")?.string } == ["old"])
      #expect(rows.first?.member("version") != nil)
    }
    #expect(
      fixture.run("links", "deleted", "--tag", "winter", "--json").output == "{\"links\": []}\n")
    #expect(fixture.run("links", "restore", "a.example/s/old").code == .done)
    #expect(!fixture.run("links", "deleted").output.contains("/old "))
  }

  private func names(_ result: StoreFixture.Result) throws -> [String] {
    let document = try JSONDocument(parsing: Array(result.output.utf8))
    return try #require(document.root.member("links")?.array).compactMap {
      $0.member("slug")?.string
    }
  }
}
