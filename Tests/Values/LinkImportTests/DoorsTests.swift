import JSONSyntax
import LinkImport
import Links
import RandomCases
import Testing
import WebSyntax

/// A destination is stored as browsers send it, whichever door it comes through.
struct DoorsTests {
  private static let hosts = [
    "e.example", "E.example", "bücher.example", "例え.jp", "straße.example:8443", "127.0.0.1",
  ]
  private static let marks =
    "aZ7/ü日⚡ \"<>^`{}|\\+%~.=&;'\u{AD}".map(String.init) + ["%41", "%c3%bc", "{1}", "%zz"]

  private static func text(_ dice: inout Dice) -> String {
    (0..<dice.roll(0...8)).map { _ in dice.pick(marks) }.joined()
  }

  @Test func `every door stores the same`() throws {
    var dice = Dice(seed: CaseSeed.value)
    let hosts = try ImportedFile.hosts(otherHost: "go.example.com")
    for _ in 0..<300 {
      let typed =
        "https://\(dice.pick(Self.hosts))/\(Self.text(&dice))?\(Self.text(&dice))".trimmed
      // A name in braces is asked about where a destination is written, and meant where it was exported.
      guard let sent = try? SentURL(typed).text, !typed.contains(#/\{[a-zA-Z]/#) else { continue }
      let isURI = sent.utf8.allSatisfy { !PercentCoding.isUnsafe($0) }
      #expect(isURI && !sent.contains(#/%(?![0-9A-Fa-f]{2})/#), "\(typed)")
      #expect(Self.fromAPI(typed) == sent, "\(typed)")
      #expect(Self.fromLongLink(typed) == sent, "\(typed)")
      let cell = "\"\(typed.replacing("\"", with: "\"\""))\""
      for (header, row, format) in [
        ("host,slug,url", "go.example.com,x,\(cell)", ImportFormat.csv),
        ("keyword,url,title,timestamp,ip,clicks", "x,\(cell),t,2021-01-01 00:00:00,::1,3", .yourls),
        ("short_link,link", "https://l.example/abc,\(cell)", .firebase),
      ] {
        let found = rows("\(header)\n\(row)\n", format, hosts: hosts)
        #expect(
          found.map { $0.link?.url } == [sent], "\(format): \(typed): \(found.map(\.problems))")
      }
    }
  }

  private static func fromAPI(_ url: String) -> String? {
    let body = JSONOutput.object([
      .init("host", .string("a.example")), .init("slug", .string("x")), .init("url", .string(url)),
    ])
    guard let document = try? JSONDocument(parsing: Array(body.pretty.utf8)) else { return nil }
    return LinkReader().link(JSONProblemCollector(document).root)?.url
  }

  private static func fromLongLink(_ url: String) -> String? {
    let link = DynamicLink(query: "link=" + PercentCoding.encodeComponent(url))
    return try? link.link(host: "a.example", slug: "x", by: .trusted).link.url
  }
}
