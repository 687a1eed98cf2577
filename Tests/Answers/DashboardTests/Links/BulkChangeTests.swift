import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Testing

@testable import Dashboard

/// Actions on more links than a page shows.
@Suite struct BulkChangeTests {
  /// A dashboard with so many links of the tag `many`.
  private func pages(with count: Int) throws -> Pages {
    let pages = try Pages()
    let links = (0..<count).map { number in
      var link = ShortLink(host: "a.example", slug: "n\(number)", url: "https://b.example/")
      link.tags = ["many"]
      return link
    }
    let (store, now) = (pages.store, pages.fixture.timestamp)
    try waitForAnswer {
      store.apply(links, overwritesEdits: false, by: .service, now: now, completion: $0)
    }
    return pages
  }

  private func count(_ pages: Pages, tag: String, isArchived: Bool? = nil) throws -> Int {
    var filter = LinkFilter(tag: tag)
    if isArchived == true { filter.state = .init(.archived, at: pages.fixture.timestamp) }
    return try pages.store.count(filter, upTo: .max)
  }

  @Test(arguments: Language.allCases)
  func `more than five hundred links are changed after one more question, and undone as one`(
    _ language: Language
  ) throws {
    let pages = try pages(with: 812)
    let list = try pages.text("links?tag=many", in: language)
    #expect(list.contains(Phrase(.selectAllLinks, 812).text(in: language)))
    let form = "list-tag=many&every=yes&action=tag&tag=autumn"
    let question = try pages.text("links", form, in: language)
    #expect(question.contains("<h1>\(Phrase(.changeLinksQuestion, 812).text(in: language))</h1>"))
    #expect(question.contains(Phrase(.andMoreLinks, 762).text(in: language)))
    #expect(
      question.contains("name=\"count\" value=\"812\"") && !question.contains("name=\"link\""))
    #expect(question.contains("name=\"tag\" value=\"autumn\""))
    #expect(
      question.contains("href=\"/dashboard/links?tag=many\">\(Word.cancel.text(in: language))"))
    #expect(try count(pages, tag: "autumn") == 0)
    // Asked for another number of links than there are now: asked once more.
    let other = try pages.text("links", form + "&confirmed=yes&count=811", in: language)
    #expect(other.contains(Phrase(.changeLinksQuestion, 812).text(in: language)))
    #expect(try count(pages, tag: "autumn") == 0)
    let done = try pages.followed("links", form + "&confirmed=yes&count=812", in: language)
    #expect(done.contains(Phrase(.linksTagged, 812).text(in: language)))
    #expect(try count(pages, tag: "autumn") == 812)
    #expect(try pages.link("often")?.tags == ["spring"])
    _ = try pages.undo(done)
    #expect(try count(pages, tag: "autumn") == 0 && count(pages, tag: "many") == 812)
  }

  @Test func `deleted links come back together, in one change and in their order`() throws {
    let pages = try pages(with: 620)
    func slugs() throws -> [String] {
      try pages.store.links(LinkFilter(tag: "many"), after: nil, limit: 1000).links.map(\.link.slug)
    }
    let before = try slugs()
    let done = try pages.followed(
      "links", "list-tag=many&every=yes&action=delete&confirmed=yes&count=620")
    #expect(done.contains(Phrase(.linksDeleted, 620).english))
    #expect(try pages.linkCount == 2)
    let change = try #require(Pages.change(done))
    let plan = try pages.text("changes/\(change)")
    #expect(plan.contains(Phrase(.undoQuestion, change, 620).english))
    _ = try pages.undo(done)
    #expect(try before.count == 620 && slugs() == before)
  }

  @Test func `a list beyond the limit is refused, and offers no such tick`() throws {
    let pages = try pages(with: PageContext.bulkLimit + 1)
    #expect(try !pages.text("links?tag=many").contains("name=\"every\""))
    let refused = try pages.ask("links", "list-tag=many&every=yes&action=archive")
    #expect(refused.status.code == 400)
    #expect(try count(pages, tag: "many", isArchived: true) == 0)
  }
}
