import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Testing

@testable import Dashboard

@Suite struct AuditPageTests {
  /// The fixture changes everything at 01:31 UTC on the 21st, which is the 20th in Los Angeles.
  @Test(arguments: [
    ("since=2026-11-21", "UTC", true), ("until=2026-11-21", "UTC", true),
    ("until=2026-11-20", "UTC", false), ("since=2026-11-22", "UTC", false),
    ("since=2026-11-20&until=2026-11-20", "America/Los_Angeles", true),
    ("since=2026-11-21", "America/Los_Angeles", false), ("since=1d", "UTC", true),
  ])
  func `a period of dates includes both of its days`(
    query: String, zone: String, isShown: Bool
  ) throws {
    let pages = try Pages()
    let answer = try pages.fixture.ask(
      "/dashboard/audit?" + query,
      fields: pages.cookie.replacing("\r\n", with: "; \(LocalZone.cookie)=\(zone)\r\n"))
    #expect(
      String(decoding: answer.body, as: UTF8.self).contains("<span>created</span>") == isShown)
  }

  @Test func `dates are picked, and other texts of an address stay as they are`() throws {
    let pages = try Pages()
    let html = try pages.text("audit?since=2026-11-01&until=7d")
    #expect(html.contains("name=\"since\" value=\"2026-11-01\" type=\"date\""))
    #expect(html.contains("<p class=\"field soft\" id=\"dates-zone\">UTC</p>"))
    #expect(html.contains("name=\"until\" value=\"7d\" size=\"12\""))
    let refused = try pages.ask("audit?since=yesterday")
    #expect(refused.status == .badRequest)
    #expect(String(decoding: refused.body, as: UTF8.self).contains("value=\"yesterday\" size"))
  }

  @Test(arguments: [
    ("since=2026-11-22&until=2026-11-21", false), ("since=2026-11-21&until=2026-11-21", true),
    ("since=2026-11-22T00:00:00Z&until=2026-11-21", false), ("since=1d&until=7d", false),
    ("since=7d&until=1d", true),
  ])
  func `a period that ends before it begins is refused`(query: String, isOne: Bool) throws {
    for language in Language.allCases {
      let answer = try Pages().ask("audit?" + query, in: language)
      #expect(answer.status == (isOne ? .ok : .badRequest))
      let html = String(decoding: answer.body, as: UTF8.self)
      #expect(html.contains(Word.noTimeBetween.text(in: language)) == !isOne)
    }
  }

  @Test func `an entry names the person, token or webhook beside its identifier`() throws {
    let pages = try Pages()
    let html = try pages.text("audit")
    #expect(html.contains("<span dir=\"auto\">Hanako</span> <code>"))
    #expect(html.contains("<span dir=\"auto\">Session token</span> <code>"))
    #expect(
      html.contains(
        "<span dir=\"auto\">https://hooks.example.com/keiro</span> <code>\(pages.webhook)</code>"))
    #expect(html.contains("<a href=\"/dashboard/changes/1\">change 1</a>"))
  }

  @Test func `a change of many links is one row, and its number shows them all`() throws {
    let pages = try Pages()
    _ = try pages.ask("links", "link=a.example/often&link=a.example/seldom&action=tag&tag=new")
    let change = try #require(try pages.store.audit(AuditQuery()).entries.first?.entry.change)
    let html = try pages.text("audit")
    let address = "/dashboard/audit?change=\(change)"
    #expect(html.contains("<a href=\"\(address)\">2 links</a>"))
    let one = try pages.text("audit?change=\(change)")
    #expect(!one.contains("2 links</a>"))
    #expect(
      one.contains("a.example/s/often</a>") && one.contains("a.example/s/seldom</a>"))
    #expect(try pages.ask("audit?change=x").status == .badRequest)
    #expect(try pages.ask("audit?action=x").status == .badRequest)
    #expect(try pages.text("audit?action=link.created").contains("<span>created</span>"))
    #expect(!(try pages.text("audit?action=link.deleted").contains("<span>created</span>")))
  }

  @Test func `who and host are chosen, and the table of a filter is compressed`() throws {
    let pages = try Pages()
    let html = try pages.text("audit?actor=somebody")
    #expect(html.contains("<select id=\"actor\"") && html.contains(">Hanako</option>"))
    #expect(html.contains("<option value=\"somebody\" selected>"))
    #expect(html.contains("<option value=\"a.example\">a.example</option>"))
    for number in 0..<30 {
      try pages.add(
        ShortLink(host: "a.example", slug: "n\(number)", url: "https://b.example/\(number)"))
    }
    let answer = try pages.fixture.ask(
      "/dashboard/audit?host=a.example&format=csv",
      fields: pages.cookie + "Accept-Encoding: gzip\r\n")
    #expect(answer.fields["Content-Encoding"] == "gzip")
    #expect(answer.fields["Content-Type"]?.hasPrefix("text/csv") == true)
    #expect(answer.body.count < 2000)
  }
}
