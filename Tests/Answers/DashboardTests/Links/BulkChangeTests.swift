import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Questions
import Service
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
    try pages.add(links)
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
    #expect(done.contains(Phrase.row("links", "tag", 812).text(in: language)))
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
    #expect(done.contains(Phrase.row("links", "delete", 620).english))
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

  @Test(arguments: ["state=deleted", "search=is:deleted", "search=often%20is:deleted"])
  func `a list of deleted links is neither changed nor exported as that of others`(
    _ list: String
  ) throws {
    let pages = try Pages()
    for (path, form) in [
      ("links", "list-\(list)&every=yes&action=archive"),
      ("links", "list-\(list)&link=a.example/often&action=archive"),
      ("links/export?view=list&\(list)", nil),
    ] {
      let html = try pages.text(path, form, status: .badRequest)
      #expect(html.contains(Word.deletedOnlyListed.english), "\(path)")
    }
    #expect(try pages.link("often")?.archived == false)
  }

  @Test(arguments: ["%22a%E3%80%81b%22", "a%E3%80%81b", "A%E3%80%81B"])
  func `a tag with a comma of its own is taken off as a whole`(_ typed: String) throws {
    let pages = try Pages()
    try pages.add("x") { $0.tags = ["a、b", "c"] }
    let two = try pages.text("links", "link=a.example/x&action=untag&tag=c%E3%80%81b")
    #expect(two.contains(Word.oneTag.english))
    let edit = try pages.text("links", "link=a.example/x&action=edit&tag=\(typed)")
    #expect(edit.contains(/name="tags"[^>]* value="&quot;.、.&quot;"/.ignoresCase()))
    _ = try pages.lead("links", "link=a.example/x&action=untag&tag=\(typed)")
    #expect(try pages.link("x")?.tags == ["c"])
  }

  @Test(arguments: [
    ("action=archive&tag=t", Word.noLinkSelected), ("link=a.example/x&action=tag", .tagMissing),
    ("link=a.example/x&action=untag&tag=a,b", .oneTag),
  ])
  func `an action that cannot begin is refused with its reason`(
    _ form: String, _ reason: Word
  ) throws {
    let pages = try Pages()
    try pages.add("x")
    let html = try pages.text("links", form, status: .unprocessableContent)
    #expect(html.ranges(of: reason.english).count == 1)
  }

  @Test(arguments: Language.allCases)
  func `an unknown action is told those that there are`(_ language: Language) throws {
    let html = try Pages().text("links", "link=a.example/x&action=none", in: language)
    let names = BulkAction.allCases.map(\.rawValue)
    #expect(html.contains(names.joined(separator: language == .japanese ? "、" : ", ")))
  }

  @Test(arguments: [520, PageContext.bulkLimit])
  func `no link that a form names is left out, and the answer to the question fits`(
    _ count: Int
  ) throws {
    let pages = try Pages()
    let links = (0..<count).map { "link=a.example/\($0)" }.joined(separator: "&") + "&list-tag=a"
    let asked = try pages.text("links", links + "&action=archive")
    #expect(asked.contains(Phrase(.changeLinksQuestion, count).english))
    #expect(asked.matches(of: /name="link"/).count == count)
    let done = try pages.text("links", links + "&action=archive&confirmed=yes", status: .ok)
    #expect(done.contains(Phrase(.notDone, count).english))
    let more = try pages.text("links", links + "&action=archive&link=a.example/x")
    #expect(more.contains("too many links") == (count == PageContext.bulkLimit))
  }

  @Test func `a list of a state that is none is not one of all links`() throws {
    let pages = try Pages()
    _ = try pages.text("links", "list-state=x&every=yes&action=archive", status: .badRequest)
    #expect(try pages.link("often")?.archived == false)
  }

  @Test func `of many different reasons the first are told, and how many there are beside`() throws
  {
    let failed = (1...30).map { number in
      (
        key: LinkKey(host: "a.example", slug: "n\(number)"),
        problem: Problem.parameter("slug", LinkFault.notHost("\(number)"))
      )
    }
    let html = try PagesFixture().context().failureNotice(failed).html
    #expect(html.contains(Phrase(.notDone, 30).english))
    #expect(html.contains("<li>\(Phrase(.andMoreLinks, 10).english)</li>"))
  }
}

/// The form that edits many links.
@Suite struct BulkEditTests {
  private static let links = "link=a.example/often&link=a.example/seldom&action=edit"

  @Test func `an edit is previewed link by link, done as one change, and undone as one`() throws {
    let pages = try Pages()
    let form = try pages.text("links", Self.links)
    #expect(form.contains("<h1>Edit 2 links</h1>") && form.contains(">b.example</option>"))
    #expect(
      form.contains("name=\"link\" value=\"a.example/often\"") && !form.contains("id=\"planned\""))
    let edit =
      Self.links + "&from=b.example&to=c.example:8443&campaign.utm_source=mail"
      + "&tags=autumn,Autumn,SPRING&expires=2030-01-01T00:00&skip=yes"
    let preview = try pages.text("links", edit + "&step=preview")
    #expect(preview.contains("2 links would change."))
    #expect(preview.contains("<ins><span dir=\"auto\">https://c.example:8443/seldom</span></ins>"))
    #expect(try pages.link("often")?.url == "https://b.example/often")
    // Nothing is done to another number of links than was previewed.
    _ = try pages.text("links", edit + "&step=apply&count=3")
    #expect(try pages.link("often")?.url == "https://b.example/often")
    let done = try pages.followed("links", edit + "&step=apply&count=2")
    #expect(done.contains(Phrase.row("links", "edit", 2).english))
    for slug in ["often", "seldom"] {
      let link = try #require(try pages.link(slug))
      #expect(link.url == "https://c.example:8443/\(slug)" && link.tags == ["spring", "autumn"])
      #expect(link.campaign["utm_source"] == "mail" && link.skipPage && link.expires != nil)
      #expect(link.name == "The \(slug) link")
    }
    _ = try pages.undo(done)
    for slug in ["often", "seldom"] {
      let link = try #require(try pages.link(slug))
      #expect(link.url == "https://b.example/\(slug)" && link.tags == ["spring"])
      #expect(link.campaign["utm_source"] == nil && !link.skipPage && link.expires == nil)
    }
  }

  @Test func `what no link takes is said beside its field, with everything typed kept`() throws {
    let pages = try Pages()
    let html = try pages.text(
      "links", Self.links + "&expires=soon&campaign.utm_source=mail&step=preview")
    #expect(html.contains("<title>Not saved: Edit 2 links"))
    #expect(
      html.contains("id=\"expires-fault\"") && html.contains("aria-describedby=\"expires-fault"))
    #expect(html.contains("name=\"campaign.utm_source\" type=\"text\" value=\"mail\""))
    // What is wrong with all of them is said once, with the field.
    #expect(
      html.contains(/2 links could not be changed:<\/p><ul><li>[^<]*: Expires: [^<]*<\/li><\/ul>/))
    #expect(!html.contains("value=\"apply\""))
  }

  @Test func `the chosen host stays chosen when every link refuses the new one`() throws {
    let pages = try Pages()
    let html = try pages.text("links", Self.links + "&from=b.example&to=not+a+host&step=preview")
    #expect(html.contains(Phrase(.notDone, 2).english))
    #expect(html.contains(/<option value="b.example" selected>/))
    // All of them can be chosen still.
    try pages.add("other", url: "https://d.example/")
    let more = try pages.text(
      "links", Self.links + "&link=a.example/other&from=b.example&to=not+a+host&step=preview")
    #expect(more.contains(/<option value="d.example">/))
  }

  @Test func `only the host that is named is replaced, and the others are left`() throws {
    let pages = try Pages()
    try pages.add("other", url: "https://d.example:1/x?y#z")
    let edit =
      "link=a.example/often&link=a.example/other&action=edit&from=d.example&to=https://e.example/"
    let preview = try pages.text("links", edit + "&step=preview")
    #expect(preview.contains("1 link would change."))
    _ = try pages.ask("links", edit + "&step=apply&count=2")
    #expect(try pages.link("other")?.url == "https://e.example/x?y#z")
    #expect(try pages.link("often")?.url == "https://b.example/often")
  }
}

@Suite struct DeletedLinksPageTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  @Test(arguments: Language.allCases)
  func `a deleted link is listed with its author, and restored from its row`(
    _ language: Language
  ) throws {
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
    _ = try pages.ask("links/a.example/often", "action=delete&confirmed=yes")
    let reader = try pages.fixture.cookie([.readLinks])
    let text = try pages.fixture.ask("/dashboard/links?state=deleted", fields: reader).text
      .replacing("<wbr>", with: "")
    #expect(text.contains("a.example/s/often") && !text.contains("name=\"version\""))
  }

  @Test func `deleted links are found by words, host, tag and campaign`() throws {
    for (slug, tags, url) in [
      ("sale", ["spring"], "https://b.example/rain"), ("hat", ["autumn"], "https://b.example/sun"),
    ] {
      try pages.add(slug, url: url) {
        $0.tags = tags
        $0.campaign["utm_campaign"] = "mail-" + slug
      }
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
