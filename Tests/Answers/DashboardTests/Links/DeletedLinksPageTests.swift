import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Questions
import Testing

@testable import Dashboard

@Suite struct DeletedLinksPageTests {
  @Test(arguments: Language.allCases)
  func `a deleted link is listed with its author, and restored from its row`(
    _ language: Language
  ) throws {
    let pages = try Pages()
    let before = try pages.text("links?state=deleted", in: language)
    #expect(before.contains(Word.noDeletedLinks.text(in: language)))
    #expect(!before.contains("a.example/s/often"))
    _ = try pages.ask("links/a.example/often", "action=delete&confirmed=yes")
    let list = try pages.text("links?state=deleted", in: language)
    let days = DeletedQuery.days
    #expect(list.contains(Phrase(.deletedLinksHint, days).text(in: language)))
    for text in ["a.example/s/often", "The often link", "b.example/often", "Session token"] {
      #expect(list.contains(text), "\(text)")
    }
    #expect(!list.contains("a.example/s/seldom"))
    #expect(list.contains("action=\"/dashboard/links/a.example/often\""))
    let version = try #require(
      list.split(separator: "name=\"version\" value=\"").last?.prefix { $0.isNumber })
    let back = try pages.lead("links/a.example/often", "action=version&version=\(version)")
    #expect(back.hasPrefix("links/a.example/often?done=version&change="))
    #expect(try pages.link("often")?.name == "The often link")
    #expect(try !pages.text("links?state=deleted", in: language).contains("a.example/s/often"))
  }

  @Test func `readers see deleted links without a button`() throws {
    let pages = try Pages()
    _ = try pages.ask("links/a.example/often", "action=delete&confirmed=yes")
    let reader = try pages.fixture.cookie([.readLinks])
    let list = try pages.fixture.ask("/dashboard/links?state=deleted", fields: reader)
    let text = String(decoding: list.body, as: UTF8.self).replacing("<wbr>", with: "")
    #expect(text.contains("a.example/s/often") && !text.contains("name=\"version\""))
  }

  @Test func `deleted links are found by words, host, tag and campaign`() throws {
    let pages = try Pages()
    for (slug, tags, url) in [
      ("sale", ["spring"], "https://b.example/rain"), ("hat", ["autumn"], "https://b.example/sun"),
    ] {
      var link = ShortLink(host: "a.example", slug: slug, url: url)
      link.tags = tags
      link.campaign["utm_campaign"] = "mail-" + slug
      try pages.add(link)
      _ = try pages.ask("links/a.example/\(slug)", "action=delete&confirmed=yes")
    }
    for query in [
      "tag=spring", "search=tag:spring", "search=rain", "search=a.example/s/sale",
      "host=a.example&search=SALE", "search=campaign:mail-sale", "campaign=mail-sale",
    ] {
      let list = try pages.text("links?state=deleted&\(query)")
      #expect(list.contains("a.example/s/sale<") && !list.contains("a.example/s/hat<"), "\(query)")
      #expect(list.contains(Phrase(.linkCount, 1).english), "\(query)")
    }
    let none = try pages.text("links?state=deleted&tag=winter")
    #expect(none.contains(Word.noLinkFound.english))
    #expect(none.contains("href=\"/dashboard/links?state=deleted\">\(Word.showAllLinks.english)"))
    // The form stays in the list, and the list's views keep the filter.
    #expect(none.contains("<input type=\"hidden\" name=\"state\" value=\"deleted\">"))
    #expect(none.contains("href=\"/dashboard/links?tag=winter\""))
    #expect(try pages.ask("links?state=deleted&host=no/host").status.code == 400)
  }

  @Test func `deleted links come fifty to a page`() throws {
    let pages = try Pages()
    for number in 1...51 {
      let key = LinkKey(host: "a.example", slug: "n\(number)")
      try pages.add(ShortLink(host: key.host, slug: key.slug, url: "https://b.example/"))
      let now = pages.fixture.timestamp
      try waitForAnswer {
        pages.store.delete(key, revision: nil, by: .service, now: now, completion: $0)
      }
    }
    let first = try pages.text("links?state=deleted")
    #expect(first.contains("a.example/s/n51<") && !first.contains("a.example/s/n1<"))
    let next = try #require(first.firstRange(of: "state=deleted&amp;cursor="))
    let cursor = first[next.upperBound...].prefix { $0 != "\"" }
    let second = try pages.text("links?state=deleted&cursor=\(cursor)")
    #expect(second.contains("a.example/s/n1<") && !second.contains("a.example/s/n2<"))
    #expect(!second.contains("rel=\"next\""))
    #expect(try pages.ask("links?state=deleted&cursor=1.x").status.code == 400)
  }
}
