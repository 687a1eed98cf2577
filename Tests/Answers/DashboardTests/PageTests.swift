import AppAssociation
import Changes
import Deliveries
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Outgoing
import SiteModel
import Testing
import WebSyntax

@testable import Dashboard

/// A dashboard with something of everything, and somebody who may do everything.
private struct Pages {
  let fixture: PagesFixture
  let cookie: String
  var webhook = ""
  var store: any LinkStore { fixture.store }

  init() throws {
    fixture = try PagesFixture()
    cookie = try fixture.cookie()
    for (slug, clicks, bots) in [("often", 9, 0), ("seldom", 2, 40)] {
      var link = ShortLink(host: "a.example", slug: slug, url: "https://b.example/\(slug)")
      link.name = "The \(slug) link"
      link.tags = ["spring"]
      try add(link)
      try count(slug, clicks, bots)
    }
    var edit = WebhookEdit()
    edit.url = "https://hooks.example.com/keiro"
    webhook = try fixture.everything.createWebhook(edit, .init()).id
    _ = try fixture.everything.testWebhook(webhook)
    _ = try fixture.everything.addPerson(
      PersonDraft(name: "Hanako", role: .editor), origin: PagesFixture.origin)
  }

  func add(_ link: ShortLink) throws {
    let (store, now) = (self.store, fixture.timestamp)
    let made = try waitForAnswer {
      store.create(link, CreationTerms(), by: .service, now: now, completion: $0)
    }
    guard case .created = made else { throw Unexpected() }
  }

  struct Unexpected: Error {}

  private func count(_ slug: String, _ clicks: Int, _ bots: Int) throws {
    let key = LinkKey(host: "a.example", slug: slug)
    let hour = fixture.timestamp.secondsSinceEpoch / 3600
    let counts = [(clicks, false), (bots, true)].map { count, isBot in
      ClickCount(
        key: key, hour: hour, platform: "iphone", referrerHost: "news.example",
        outcome: "redirect", isBot: isBot, count: count)
    }
    let (store, now) = (self.store, fixture.timestamp)
    try waitForAnswer {
      store.count(
        CountBatch(writer: CountWriter(), sequence: 1, clicks: counts, launches: []), now: now,
        completion: $0)
    }
    // The order by clicks is one of sums, which wait for a merge.
    let later = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 3600)
    try waitForAnswer {
      store.rollUp(StatisticsRetention(), limit: 100, now: later, completion: $0)
    }
  }

  /// - Parameter form: the body of a POST; nil for a GET.
  func ask(
    _ path: String, _ form: String? = nil, in language: Language = .english
  ) throws -> HTTPResponse {
    try fixture.ask(
      "/dashboard/" + path, method: form == nil ? "GET" : "POST",
      fields: cookie + "Accept: text/html\r\nAccept-Language: \(language.rawValue)\r\n",
      body: form ?? "")
  }

  func text(
    _ path: String, _ form: String? = nil, in language: Language = .english
  ) throws -> String {
    String(decoding: try ask(path, form, in: language).body, as: UTF8.self)
  }

  func link(_ slug: String) throws -> ShortLink? {
    try store.currentLink(at: LinkKey(host: "a.example", slug: slug))?.link
  }

  /// The change that the first Undo of a page takes back.
  static func change(_ html: String) -> Int? {
    guard let form = html.firstRange(of: "action=\"/dashboard/changes/") else { return nil }
    return Int(html[form.upperBound...].prefix { $0.isNumber })
  }

  /// Presses the first Undo of a page: where that leads.
  func undo(_ html: String) throws -> String? {
    let change = try #require(Self.change(html))
    let back = try #require(html.firstRange(of: "name=\"back\" value=\""))
    let address = html[back.upperBound...].prefix { $0 != "\"" }
    return try ask("changes/\(change)", "back=\(address)").fields["Location"]
  }

  var linkCount: Int {
    get throws { try store.links(LinkFilter(), after: nil, limit: 1000).links.count }
  }
}

/// What a page has to show, whatever the language.
struct PageRow: CustomTestStringConvertible {
  let path: String
  let word: Word
  let values: [String]

  var testDescription: String { path }

  init(_ path: String, _ word: Word, _ values: String...) {
    self.path = path
    self.word = word
    self.values = values
  }

  static let all = [
    PageRow("", .topLinks, "a.example/s/often", "news.example", "iPhone"),
    PageRow("links", .withSelectedLinks, "a.example/s/often", "The often link", "spring"),
    PageRow("links?state=archived", .noLinkFound),
    PageRow("links?sort=clicks", .mostClicksFirst, ">9<", ">2<"),
    PageRow("links/new", .createLink, "name=\"once\"", "a.example"),
    PageRow(
      "links/a.example/often", .visitorsTitle, "https://b.example/often", "The often link", "302"),
    PageRow("import", .importTry, "Firebase Dynamic Links", "NDJSON"),
    PageRow("sites", .routeCount(0), "a.example"),
    PageRow("sites/a.example", .notExamined, "iOS 26"),
    PageRow(
      "sites/a.example?url=https://a.example/s/often", .explanationTitle, "https://b.example/often"),
    PageRow("tokens", .tokensIntroduction, "Session token", "links:read"),
    PageRow("people", .rolesHint, "Hanako"),
    PageRow("sessions", .ownSession, "Session token"),
    PageRow("webhooks", .webhooksIntroduction, "https://hooks.example.com/keiro"),
    PageRow("audit", .actionMade, "a.example/often"),
    PageRow("audit?host=no+host", .auditLog, "no host"),
    PageRow("nothing", .notFound),
  ]
}

@Suite struct PageTests {
  @Test(arguments: Language.allCases)
  func `a link that a file keeps says so, and that an edit will not last`(
    _ language: Language
  ) throws {
    let pages = try Pages()
    var link = ShortLink(host: "a.example", slug: "owned", url: "https://b.example/")
    link.owner = "<campaigns>"
    try pages.add(link)
    let html = try pages.text("links/a.example/owned?edit=1", in: language)
    let warning = Markup(text: Word.ownedByFile("<campaigns>").text(in: language)).html
    #expect(html.contains("<dd dir=\"auto\">&lt;campaigns&gt;</dd>"))
    #expect(html.contains("<div class=\"notice warn\"><p>\(warning)</p></div>"))
    #expect(html.contains("name=\"owner\""))
    let other = try pages.text("links/a.example/often?edit=1", in: language)
    #expect(!other.contains("notice warn"))
  }

  @Test(arguments: PageRow.all, Language.allCases)
  func `a page shows its values in the reader's language`(
    _ row: PageRow, _ language: Language
  ) throws {
    let html = try Pages().text(row.path, in: language)
    #expect(html.contains("<html lang=\"\(language.rawValue)\">"))
    let word = Markup(text: row.word.text(in: language)).html
    #expect(html.contains(word), "\(word) in \(html)")
    for value in row.values { #expect(html.contains(value), "\(value) in \(html)") }
    let other = Markup(text: row.word.text(in: language == .english ? .japanese : .english)).html
    #expect(!html.contains(other), "\(other)")
  }

  @Test(arguments: Language.allCases)
  func `a webhook's page shows what was sent`(_ language: Language) throws {
    let pages = try Pages()
    let html = try pages.text("webhooks/\(pages.webhook)", in: language)
    for text in [
      "https://hooks.example.com/keiro", "ping", Word.waiting.text(in: language),
      Word.attemptCount(0).text(in: language),
    ] { #expect(html.contains(text), "\(text)") }
  }

  @Test func `top links are those with the most clicks of people, by their whole address`() throws {
    let html = try Pages().text("")
    let often = try #require(html.firstRange(of: ">a.example/s/often<"))
    let seldom = try #require(html.firstRange(of: ">a.example/s/seldom<"))
    #expect(often.lowerBound < seldom.lowerBound)
  }

  @Test func `the list says the clicks of links in any order, and in the table that it hands out`()
    throws
  {
    let pages = try Pages()
    let html = try pages.text("links")
    #expect(html.contains(#"<td class="number" data-label="Clicks"><span>9</span></td>"#))
    let source = try #require(
      try pages.ask("links/export?view=list&search=seldom&sort=clicks").source)
    var text = ""
    reading: while true {
      let slot = AnswerSlot<HTTPBodyPart>()
      source.next(completion: slot.fill)
      switch slot.wait() {
      case .bytes(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .end: break reading
      case .failure: throw Pages.Unexpected()
      }
    }
    let day = pages.fixture.timestamp.description
    #expect(
      text
        == "\u{FEFF}Short link,Leads to,Name,Tags,State,Clicks,Made,Ends at\r\n"
        + "https://a.example/s/seldom,https://b.example/seldom,The seldom link,spring,Active,2,"
        + "\(day),\r\n")
  }

  @Test func `a row has a line of thirty days, and the list the number of its links`() throws {
    let html = try Pages().text("links")
    #expect(html.contains("aria-label=\"9 clicks in 30 days\""))
    #expect(html.contains("aria-label=\"2 clicks in 30 days\""))
    #expect(html.contains("id=\"count\">2 links</p>"))
    #expect(try Pages().text("links?search=seldom").contains("id=\"count\">1 link</p>"))
    #expect(!html.contains("rel=\"prev\""))
  }

  @Test func `pages of the list lead on and back, and all links of a list can be selected`() throws
  {
    let pages = try Pages()
    for number in 0..<120 {
      var link = ShortLink(host: "a.example", slug: "n\(number)", url: "https://b.example/")
      link.tags = ["many"]
      try pages.add(link)
    }
    func address(_ relation: String, _ html: String) throws -> String {
      let mark = try #require(html.firstRange(of: " rel=\"\(relation)\" href=\"/dashboard/"))
      let text = html[mark.upperBound...].prefix { $0 != "\"" }
      return String(text.replacing("&amp;", with: "&"))
    }
    func slugs(_ html: String) -> Set<String> {
      Set((0..<120).map { "n\($0)" }.filter { html.contains(">a.example/s/\($0)<") })
    }
    let first = try pages.text("links?tag=many")
    let second = try pages.text(address("next", first))
    let third = try pages.text(address("next", second))
    #expect([first, second, third].map { slugs($0).count } == [50, 50, 20])
    #expect(slugs(first).union(slugs(second)).union(slugs(third)).count == 120)
    #expect(!third.contains("rel=\"next\""))
    let back = try pages.text(address("prev", third))
    #expect(slugs(back) == slugs(second))
    #expect(try slugs(pages.text(address("prev", back))) == slugs(first))
    #expect(third.contains("id=\"count\">120 links</p>"))
    #expect(third.contains("All 120 links of this list"))
    // A text is looked for in every link: the page does not look twice.
    let found = try pages.text("links?search=b.example")
    #expect(found.contains("id=\"count\">More than 50 links</p>"))
    #expect(!found.contains("name=\"every\""))
    let done = try pages.text("links", "list-tag=many&every=yes&action=archive")
    #expect(done.contains("Archived 120 links."))
    #expect(try pages.link("often")?.archived == false)
  }

  @Test func `a duplicate begins with everything but the slug`() throws {
    let pages = try Pages()
    #expect(
      try pages.text("links/a.example/often").contains("/links/new?like=a.example%2Foften"))
    let html = try pages.text("links/new?like=a.example%2Foften")
    #expect(html.contains("value=\"https://b.example/often\""))
    #expect(html.contains("value=\"The often link\"") && html.contains("value=\"spring\""))
    #expect(!html.contains("value=\"often\""))
    #expect(try pages.ask("links/new?like=a.example%2Fnone").status == .notFound)
  }

  @Test func `a new link is shown before it is made, with its campaign, and nothing is written`()
    throws
  {
    let pages = try Pages()
    let before = try pages.linkCount
    let form = "action=preview&url=https://b.example/x&host=a.example&campaign.utm_source=mail"
    let html = try pages.text("links/new", form + "&slug=planned")
    #expect(html.contains("https://a.example/s/planned"))
    #expect(html.contains("https://b.example/x?utm_source=mail"))
    #expect(html.contains("name=\"campaign.utm_source\" type=\"text\" value=\"mail\""))
    let drawn = try pages.text("links/new", form)
    #expect(drawn.contains("https://a.example/s/…") && drawn.contains(Word.slugIsDrawn.english))
    let locked = try pages.text("links/new", form + "&password=secret")
    #expect(locked.contains(Word.passwordIsAsked.english) && !locked.contains("secret"))
    let wrong = try pages.ask("links/new", "action=preview&url=x&host=a.example")
    #expect(wrong.status == .unprocessableContent)
    #expect(try pages.linkCount == before)
  }

  @Test func `campaigns in use are suggested`() throws {
    let pages = try Pages()
    var link = ShortLink(host: "a.example", slug: "mailed", url: "https://b.example/")
    link.campaign["utm_source"] = "newsletter"
    try pages.add(link)
    let html = try pages.text("links/new")
    #expect(html.contains("list=\"campaign-utm_source-known\""))
    #expect(html.contains("<option value=\"newsletter\"></option>"))
  }

  @Test func `clicks are summed up by tags, each of which leads to its links`() throws {
    let html = try Pages().text("?top=tag")
    #expect(html.contains("<a href=\"/dashboard/links?tag=spring\">spring</a>"))
    #expect(try !Pages().text("?top=campaign").contains("links?tag=spring"))
  }

  @Test(arguments: [(1, 8, "12.5"), (0, 5, "0.0"), (3000, 2, "150,000.0"), (1, 0, nil)])
  func `a rate is told for each hundred`(_ count: Int, _ whole: Int, _ rate: String?) {
    #expect(PageContext.rate(count, of: whole) == rate)
  }

  @Test(arguments: [
    ("tag:spring seldom", ["seldom"]), ("tag:autumn", []), ("is:archived", []),
    ("https://a.example/s/often?x=1", ["often"]), ("a.example/s/often+", ["often"]),
    ("https://b.example/often", ["often"]), ("host:a.example is:active", ["often", "seldom"]),
    ("is:nothing", []), ("host:z.example", []),
  ])
  func `finds by filters in the words, and by a short URL`(_ typed: String, _ slugs: [String])
    throws
  {
    let query = PercentCoding.encodeComponent(typed)
    let html = try Pages().text("links?search=\(query)")
    #expect(["often", "seldom"].filter { html.contains(">a.example/s/\($0)<") } == slugs)
  }

  @Test func `a webhook that fails is not called active`() throws {
    let pages = try Pages()
    var webhook = try pages.fixture.everything.webhook(pages.webhook)
    webhook.failingSince = pages.fixture.timestamp
    let (failing, now, store) = (webhook, pages.fixture.timestamp, pages.store)
    _ = try waitForAnswer {
      store.changeWebhook(failing, telling: [], by: nil, now: now, completion: $0)
    }
    let html = try pages.text("webhooks")
    #expect(html.contains("<span class=\"badge warn\">Failing</span>"))
  }
}

@Suite struct PageChangeTests {
  private let link =
    "url=https://b.example/new&host=a.example&slug=&name=N&once=aaaaaaaaaaaaaaaaaaaa"

  @Test func `three impatient clicks make one link`() throws {
    let pages = try Pages()
    let before = try pages.linkCount
    let answers = try (0..<3).map { _ in try pages.ask("links/new", link) }
    #expect(Set(answers.map(\.status.code)) == [303])
    #expect(Set(answers.compactMap { $0.fields["Location"] }).count == 1)
    #expect(try pages.linkCount == before + 1)
    // The form of the page before, with another name: another link.
    #expect(try pages.ask("links/new", link.replacing("name=N", with: "name=M")).status.code == 303)
    #expect(try pages.linkCount == before + 2)
  }

  @Test func `a form has a number of its own, and keeps it when it is refused`() throws {
    let pages = try Pages()
    let numbers = try (0..<2).map { _ in
      try pages.text("links/new").split(separator: "name=\"once\" value=\"").last?.prefix(20)
    }
    #expect(Set(numbers).count == 2)
    let refused = try pages.text("links/new", link.replacing("https:", with: "x:"))
    #expect(refused.contains("value=\"aaaaaaaaaaaaaaaaaaaa\""))
  }

  @Test(arguments: Language.allCases)
  func `a deleted link comes back, by Undo and from its page`(_ language: Language) throws {
    let pages = try Pages()
    for _ in 0..<2 {
      let deleted = try pages.ask("links/a.example/often", "action=delete&confirmed=yes")
      #expect(deleted.fields["Location"] == "/dashboard/links?deleted=a.example%2Foften")
      let list = try pages.text("links?deleted=a.example%2Foften", in: language)
      #expect(list.contains(Word.linkDeleted.text(in: language)))
      #expect(try pages.undo(list) == "/dashboard/links/a.example/often?done=undone")
      #expect(try pages.link("often") != nil)
    }
    _ = try pages.ask("links/a.example/often", "action=delete&confirmed=yes")
    let page = try pages.text("links/a.example/often", in: language)
    #expect(page.contains(Word.deletedLinkHint.text(in: language)))
    let back = try pages.ask("links/a.example/often", "action=version&version=1")
    #expect(back.fields["Location"] == "/dashboard/links/a.example/often?done=version")
    #expect(try pages.link("often") != nil)
  }

  @Test(arguments: Language.allCases)
  func `a version is compared with the link as it is, and a change is told before it is undone`(
    _ language: Language
  ) throws {
    let pages = try Pages()
    let saved = try pages.ask(
      "links/a.example/often", "action=save&url=https://b.example/other&name=New&password=")
    #expect(saved.fields["Location"] == "/dashboard/links/a.example/often?done=saved")
    let page = try pages.text("links/a.example/often?version=1", in: language)
    #expect(page.contains(Word.version(1).text(in: language)))
    #expect(page.contains("https://b.example/other"))
    #expect(page.contains("action=\"/dashboard/links/a.example/often\""))
    let notice = try pages.text("links/a.example/often?done=saved", in: language)
    let change = try #require(Pages.change(notice))
    let plan = try pages.text("changes/\(change)", in: language)
    #expect(plan.contains(Word.undoQuestion(change, 1).text(in: language)))
    _ = try pages.ask("links/a.example/often", "action=archive")
    let left = try pages.text("changes/\(change)", "a=b", in: language)
    #expect(left.contains(Sentence(UndoObstacle.changedSince).text(in: language).dropFirst()))
    for path in ["changes/0", "changes/x", "changes/999", "changes/1%20"] {
      #expect(try pages.ask(path).status.code == 404, "\(path)")
    }
  }

  @Test(arguments: Language.allCases)
  func `a password that is not kept has to be typed again, and the form says so`(
    _ language: Language
  ) throws {
    let pages = try Pages()
    let again = Word.passwordAgain.text(in: language)
    let bad = link.replacing("https:", with: "x:") + "&password=secret"
    for form in [bad, link + "&password=secret&rule=add&rules=0"] {
      let html = try pages.text("links/new", form, in: language)
      #expect(html.contains(again))
      #expect(!html.contains("value=\"secret\""))
    }
    #expect(!(try pages.text("links/new", link.replacing("https:", with: "x:"))).contains(again))
    let edit = try pages.text(
      "links/a.example/often", "action=save&url=x&password=secret", in: language)
    #expect(edit.contains(again))
    #expect(try pages.link("often")?.password == nil)
  }

  @Test func `undo takes back exactly what changed`() throws {
    let pages = try Pages()
    var archived = ShortLink(host: "a.example", slug: "old", url: "https://b.example/")
    archived.archived = true
    try pages.add(archived)
    let all = ["often", "seldom", "old"].map { "link=a.example/\($0)" }.joined(separator: "&")
    let html = try pages.text("links", all + "&action=archive")
    #expect(html.contains("Archived 2 links."))
    #expect(html.contains(Word.linksUnchanged(1).english))
    #expect(try pages.undo(html) == "/dashboard/links?done=undone")
    #expect(try pages.link("often")?.archived == false && pages.link("old")?.archived == true)
    // Links that had the tag before keep it: there is nothing to take back.
    let tagged = try pages.text("links", all + "&action=tag&tag=spring")
    #expect(tagged.contains("Tag added to 1 link."))
    #expect(try pages.undo(tagged) == "/dashboard/links?done=undone")
    #expect(try pages.link("often")?.tags == ["spring"] && pages.link("old")?.tags == [])
    _ = try pages.text("links", all + "&action=tag&tag=spring")
    let same = try pages.text("links", all + "&action=tag&tag=spring")
    #expect(same.contains("Tag added to 0 links."))
    #expect(!same.contains(">Undo<"))
  }

  @Test func `a bulk action leads back to the same part of the list`() throws {
    let html = try Pages().text(
      "links", "list-search=often&list-sort=clicks&link=a.example/often&action=archive")
    #expect(html.contains("name=\"search\" type=\"search\" value=\"often\""))
    #expect(!html.contains("value=\"a.example/seldom\""))
  }

  @Test(arguments: Language.allCases)
  func `what cannot be undone is asked for once more`(_ language: Language) throws {
    let pages = try Pages()
    let changes = pages.fixture.everything
    let token = try changes.createToken(TokenDraft(name: "Other", scopes: [.readLinks])).token
    let person = try #require(try changes.people().first)
    for (path, form, word) in [
      ("tokens", "action=revoke&id=\(token.id)", Word.revokeQuestion("Other")),
      ("people", "action=remove&id=\(person.id)", .removePersonQuestion("Hanako")),
      ("links/a.example/often", "action=delete", .deleteQuestion("a.example/often")),
      ("links", "link=a.example/often&action=delete", .deleteLinksQuestion(1)),
      (
        "webhooks/\(pages.webhook)", "action=remove",
        .deleteQuestion("https://hooks.example.com/keiro")
      ),
    ] {
      let html = try pages.text(path, form, in: language)
      #expect(html.contains("<h1>\(word.text(in: language))</h1>"), "\(html)")
      #expect(html.contains("name=\"confirmed\""))
    }
    #expect(try pages.link("often") != nil)
    #expect(try changes.tokens().allSatisfy { $0.revokedAt == nil })
    #expect(try changes.people().count == 1)
    let done = try pages.ask("tokens", "action=revoke&confirmed=yes&id=\(token.id)")
    #expect(done.status.code == 303)
    #expect(try changes.tokens().contains { $0.id == token.id && $0.revokedAt != nil })
    let deleted = try pages.ask("links/a.example/often", "action=delete&confirmed=yes")
    #expect(deleted.fields["Location"] == "/dashboard/links?deleted=a.example%2Foften")
    #expect(try pages.link("often") == nil)
    #expect(
      try pages.text("links?deleted=1", in: language).contains(Word.linkDeleted.text(in: language)))
  }

  @Test(arguments: Language.allCases)
  func `a name that is too long is refused, not cut, and the form keeps what was typed`(
    _ language: Language
  ) throws {
    let pages = try Pages()
    let name = String(repeating: "n", count: 300)
    let answer = try pages.ask(
      "tokens", "action=create&scope=links:read&name=\(name)&expires=7d", in: language)
    let html = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status.code == 422)
    let fault = AccountFault.notName(name, .tooLong)
    #expect(html.contains(language.sentence(Sentence(fault)).replacing("'", with: "&#39;")))
    #expect(html.contains("value=\"\(name)\""))
    #expect(html.contains("value=\"links:read\" checked"))
    #expect(html.contains("value=\"7d\""))
  }

  @Test func `a conflict shows both values and saves nothing`() throws {
    let pages = try Pages()
    let html = try pages.text("links/a.example/often")
    let revision = try #require(
      html.split(separator: "name=\"revision\" value=\"").last?.prefix { $0 != "\"" })
    #expect(
      try pages.ask(
        "links/a.example/often", "action=save&url=https://c.example/&revision=\(revision)"
      )
      .status.code == 303)
    let late = try pages.ask(
      "links/a.example/often", "action=save&url=https://d.example/&revision=\(revision)")
    #expect(late.status.code == 409)
    let text = String(decoding: late.body, as: UTF8.self)
    #expect(text.contains("https://c.example/") && text.contains("https://d.example/"))
    #expect(try pages.link("often")?.url == "https://c.example/")
  }

  @Test func `a link with a password says so`() throws {
    let pages = try Pages()
    #expect(!(try pages.text("links/a.example/often")).contains(Word.passwordIsAsked.english))
    _ = try pages.ask("links/a.example/often", "action=save&url=https://c.example/&password=secret")
    #expect(try pages.text("links/a.example/often").contains(Word.passwordIsAsked.english))
  }
}
