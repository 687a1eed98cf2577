import JSONSyntax
import Links
import Testing

@testable import Dashboard

@Suite struct LinkRowTests {
  @Test(arguments: Language.allCases)
  func `a row shows two tags and the number of the others, which leads to the link`(
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
    #expect(tags(6, list) == 2 && tags(60, list) == 2)
    let more = Word.moreTags.text(in: language)
    #expect(
      list.contains(
        "<a class=\"soft\" href=\"/dashboard/links/a.example/tags-60\">+58<span class=\"unseen\"> \(more)</span></a>"
      ))
    #expect(list.matches(of: />\+\d/).count == 2)
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

  @Test func `a row tells of a password, rules and a limit`() throws {
    let pages = try Pages()
    var link = ShortLink(host: "a.example", slug: "kept", url: "https://b.example/")
    link.password = PasswordHash("scrypt$1$2")
    link.maxClicks = 5
    link.rules = [LinkRule(url: "https://b.example/rule")]
    try pages.add(link)
    let html = try pages.text("links")
    let words = [
      Word.passwordLabel.english, Phrase(.rulesCount, 1).english, Phrase(.atMostClicks, 5).english,
    ]
    for word in words { #expect(html.contains("<span class=\"badge\">\(word)</span>")) }
  }

  @Test(arguments: [(0, "just now"), (125, "2"), (7200, "2"), (3 * 86_400, "3")])
  func `the time of a link is said as people say it, and told exactly`(
    _ seconds: Int, _ said: String
  ) throws {
    let pages = try Pages()
    let now = pages.fixture.timestamp
    let time = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - seconds)
    var link = ShortLink(host: "a.example", slug: "aged", url: "https://b.example/aged")
    link.createdAt = time
    try pages.add(link)
    let html = try pages.text("links?search=aged")
    let exact = LocalZone.utc.text(time)
    #expect(
      html.contains(
        "<time datetime=\"\(time.description)\" title=\"\(exact)\"><span aria-hidden=\"true\">\(said)"
      ))
    #expect(html.contains("<span class=\"unseen\">\(exact)</span></time>"))
  }

  @Test func `the line of thirty days is in the cell of clicks, which every width has`() throws {
    let html = try Pages().text("links")
    let cell = /data-label="Clicks"><span>9<svg class="spark"[^>]*><title>9 clicks in 30 days</
    #expect(html.matches(of: cell).count == 1)
    #expect(!html.contains("<td class=\"spark"))
  }
}

@Suite struct LinkFilterTests {
  @Test func `what is chosen stands as chips, each of which can be taken off`() throws {
    let html = try Pages().text("links?tag=spring&host=a.example&state=active&search=often")
    for (word, value, rest) in [
      (Word.tag, "spring", "search=often&amp;host=a.example&amp;state=active"),
      (.host, "a.example", "search=often&amp;tag=spring&amp;state=active"),
    ] {
      let name = Phrase(.named, word.english, value).english
      #expect(html.contains("href=\"/dashboard/links?\(rest)\" dir=\"auto\">\(name) "))
    }
    // Tabs and the field of the search show the others; the form keeps them.
    #expect(!html.contains(Phrase(.named, Word.search.english, "often").english))
    #expect(html.contains("<input type=\"hidden\" name=\"state\" value=\"active\">"))
    #expect(!html.contains("<details class=\"more\" open"))
    #expect(try !Pages().text("links").contains("class=\"chips\""))
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
