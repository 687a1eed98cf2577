import JSONSyntax
import LinkStorage
import Links
import Testing

@testable import Dashboard

/// The display of unhealthy destinations on pages.
@Suite struct HealthPageTests {
  private let pages: Pages

  init() throws {
    pages = try Pages()
    try keep("often", .moved, status: 301, location: "https://new.example/<o>")
    try keep("seldom", .dead, status: 404)
  }

  private func keep(
    _ slug: String, _ state: HealthState, status: Int, location: String? = nil
  ) throws {
    let (store, now) = (pages.store, pages.fixture.timestamp)
    let link = try #require(
      try store.currentLink(at: LinkKey(host: "a.example", slug: slug)))
    let health = LinkHealth(state, status: status, location: location, time: now)
    let note = HealthNote(id: link.id, url: link.link.url, .seen(health, told: nil), next: now)
    let kept = try waitForAnswer { store.keepHealth([note], completion: $0) }
    try #require(kept == 1)
  }

  @Test(arguments: [Language.english, .japanese])
  func `Overview leads to them by what is wrong`(_ language: Language) throws {
    let html = try pages.text("", in: language)
    for (state, word) in [("moved", Word.destinationMoved), ("dead", .destinationDead)] {
      let line = Markup(text: word.text(in: language)).html
      #expect(html.contains("<a href=\"/dashboard/links?state=\(state)\">\(line)"))
    }
    #expect(!html.contains("state=looping"))
  }

  @Test(arguments: ["links?state=dead", "links?search=is%3Adead", "links?search=is:dead+sel"])
  func `the list shows them alone, with a badge`(_ path: String) throws {
    let html = try pages.text(path)
    #expect(html.contains("a.example/s/seldom") && !html.contains("a.example/s/often"))
    #expect(
      html.contains(
        "<a class=\"badge bad\" href=\"/dashboard/links?state=dead\">Destination gone</a>"))
  }

  @Test func `the tabs above the list lead away from them`() throws {
    let html = try pages.text("links?state=dead")
    #expect(html.contains("<a href=\"/dashboard/links\">All</a>"))
    #expect(html.contains("<a href=\"/dashboard/links?state=active\">Active</a>"))
  }

  @Test func `a page that no longer opens the app has no new address`() throws {
    try keep("seldom", .moved, status: 302, location: "https://new.example/t")
    let html = try pages.text("links/a.example/seldom")
    #expect(html.contains("Check the routes of the site."))
    #expect(!html.contains("redirects permanently") && !html.contains("It is now at"))
    #expect(html.contains("?edit=1\">Edit</a>"))
    #expect(try pages.text("links/a.example/often").contains("It redirects permanently"))
  }

  @Test func `the link's page says what to do, and takes the new address into its form`() throws {
    let dead = try pages.text("links/a.example/seldom")
    #expect(dead.contains("<strong>Destination gone</strong> · status 404"))
    #expect(dead.contains("href=\"/dashboard/links/a.example/seldom?edit=1\">Edit</a>"))
    let moved = try pages.text("links/a.example/often")
    #expect(moved.contains("<bdi>https://new.example/&lt;o&gt;</bdi>"))
    #expect(
      moved.contains(
        "href=\"/dashboard/links/a.example/often?edit=moved\">Use the new address</a>"))
    let form = try pages.text("links/a.example/often?edit=moved")
    #expect(form.contains("value=\"https://new.example/&lt;o&gt;\""))
    #expect(try pages.link("often")?.url == "https://b.example/often")
    let other = try pages.text("links/a.example/seldom?edit=moved")
    #expect(other.contains("value=\"https://b.example/seldom\""))
  }
}
