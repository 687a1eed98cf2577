import JSONSyntax
import Links
import Testing

@testable import Dashboard

@Suite struct LinkRowTests {
  @Test(arguments: Language.allCases)
  func `a row shows six tags and the number of the others, which leads to the link`(
    _ language: Language
  ) throws {
    let pages = try Pages()
    for count in [6, 60] {
      var link = ShortLink(host: "a.example", slug: "tags-\(count)", url: "https://b.example/")
      link.tags = (0..<count).map { "tag-\(count)-\($0)." }
      try pages.add(link)
    }
    func tags(_ count: Int, _ html: String) -> Int {
      html.matches(of: /class="tag"[^>]*>(tag-\d+)-/).count { $0.output.1 == "tag-\(count)" }
    }
    let list = try pages.text("links", in: language)
    #expect(tags(6, list) == 6 && tags(60, list) == 6)
    let more = Word.moreTags.text(in: language)
    #expect(
      list.contains(
        "<a class=\"soft\" href=\"/dashboard/links/a.example/tags-60\">+54<span class=\"unseen\"> \(more)</span></a>"
      ))
    #expect(list.matches(of: />\+\d/).count == 1)
    #expect(tags(60, try pages.text("links/a.example/tags-60", in: language)) == 60)
  }

  @Test func `a tag that may be cut is whole in its title`() throws {
    let pages = try Pages()
    var link = ShortLink(host: "a.example", slug: "cut", url: "https://b.example/")
    link.tags = [String(repeating: "<", count: 100)]
    try pages.add(link)
    let html = try pages.text("links")
    let whole = String(repeating: "&lt;", count: 100)
    #expect(html.contains(" title=\"\(whole)\">\(whole)</a>"))
  }

  @Test func `the line of thirty days is in the cell of clicks, which every width has`() throws {
    let html = try Pages().text("links")
    let cell = /data-label="Clicks"><span>9<svg class="spark"[^>]*><title>9 clicks in 30 days</
    #expect(html.matches(of: cell).count == 1)
    #expect(!html.contains("<td class=\"spark"))
  }
}

@Suite struct LinkFilterTests {
  @Test(arguments: [
    ("links", false), ("links?search=often&state=active", false), ("links?tag=spring", true),
    ("links?state=dead", true), ("links?sort=clicks", true), ("links?campaign=autumn", true),
  ])
  func `fields beside the search are folded unless one of them is set`(
    _ path: String, _ isOpen: Bool
  ) throws {
    let html = try Pages().text(path)
    #expect(html.contains("<details class=\"more\" open>") == isOpen)
    #expect(html.contains("<details class=\"more\">") == !isOpen)
  }

  @Test func `a line for low windows leads to the actions of a selection`() throws {
    let pages = try Pages()
    let html = try pages.text("links")
    let jump = try #require(
      html.firstRange(of: "<p class=\"jump\"><a class=\"button\" href=\"#selected\">"))
    let actions = try #require(html.firstRange(of: "<fieldset class=\"card\" id=\"selected\">"))
    #expect(jump.lowerBound < actions.lowerBound)
  }
}
