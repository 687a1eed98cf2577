import HTTPCore
import Links
import Testing

@testable import Dashboard

/// Pages name a link as its visitors know it: by its short URL, with the prefix of its site.
@Suite struct NamedLinkTests {
  private static let shown = "a.example/s/often"

  @Test func `a question names the link or links that it is about`() throws {
    let pages = try Pages()
    let one = try pages.text("links/a.example/often", "action=delete")
    #expect(one.contains("<h1>Delete \(Self.shown)?</h1>"))
    let many = try pages.text("links", "link=a.example/often&link=a.example/seldom&action=delete")
    #expect(many.contains("<li>\(Self.shown)</li><li>a.example/s/seldom</li>"))
    // What the form sends back is the key of the link.
    #expect(many.contains("name=\"link\" value=\"a.example/often\""))
  }

  @Test func `a deleted link and the audit log name it`() throws {
    let pages = try Pages()
    _ = try pages.ask("links/a.example/often", "action=delete&confirmed=yes")
    #expect(try pages.text("links/a.example/often").contains(">\(Self.shown)</h1>"))
    #expect(
      try pages.text("audit").contains(
        "href=\"/dashboard/links/a.example/often\">\(Self.shown)</a>"))
  }

  @Test func `an action that changes nothing says so as a warning`() throws {
    let pages = try Pages()
    let done = try pages.followed("links", "link=a.example/often&action=tag&tag=spring")
    #expect(
      done.contains(
        "<div class=\"notice warn\" role=\"status\"><p>Nothing changed: 1 link was already that way.</p></div>"
      ))
  }

  @Test func `a slug in another script is shown in its letters, and copied as a URL`() throws {
    let pages = try Pages()
    try pages.add(ShortLink(host: "a.example", slug: "春", url: "https://b.example/"))
    for path in ["links", "links/a.example/%E6%98%A5", "audit"] {
      #expect(
        try pages.text(path).contains(">a.example/s/春</a>") == (path != "links/a.example/%E6%98%A5")
      )
    }
    let page = try pages.text("links/a.example/%E6%98%A5")
    #expect(page.contains(">https://a.example/s/春</a>"))
    #expect(page.contains("data-copy=\"https://a.example/s/%E6%98%A5\""))
  }
}
