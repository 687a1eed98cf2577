import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Outgoing
import SiteModel
import Testing
import WebSyntax

@testable import Dashboard

@Suite struct PageTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  @Test(arguments: Language.allCases)
  func `a link that a file keeps says so, and that an edit will not last`(
    _ language: Language
  ) throws {
    try pages.add("owned") { $0.owner = "<campaigns>" }
    let html = try pages.text("links/a.example/owned?edit=1", in: language)
    let warning = Markup(text: Phrase(.ownedByFile, "<campaigns>").text(in: language)).html
    #expect(html.contains("<dd dir=\"auto\">&lt;campaigns&gt;</dd>"))
    #expect(html.contains("<div class=\"notice warn\" role=\"status\"><p>\(warning)</p></div>"))
    #expect(html.contains("name=\"owner\""))
    let other = try pages.text("links/a.example/often?edit=1", in: language)
    #expect(!other.contains("notice warn"))
  }

  @Test(arguments: LinkOrder.allCases)
  func `a search and a state look at all links, however old`(_ order: LinkOrder) throws {
    let now = pages.fixture.timestamp
    var old = ShortLink(host: "a.example", slug: "old", url: "https://b.example/old")
    old.createdAt = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - 90 * 86_400)
    old.expires = now
    let links = (0..<2000).map { number in
      ShortLink(host: "a.example", slug: "many\(number)", url: "https://b.example/\(number)")
    }
    try pages.add([old] + links)
    for query in ["search=OLD", "state=expired", "state=expired&search=old"] {
      let html = try pages.text("links?\(query)&sort=\(order.rawValue)")
      #expect(html.contains("/dashboard/links/a.example/old\""), "\(query)")
      #expect(!html.contains("id=\"cut\"") && !html.contains("id=\"age\""))
    }
  }

  @Test func `an order by clicks has those that just came`() throws {
    try pages.count([pages.clicks("seldom", 30)])
    let html = try pages.text("links?sort=clicks")
    let seldom = try #require(html.firstRange(of: ">a.example/s/seldom<"))
    let often = try #require(html.firstRange(of: ">a.example/s/often<"))
    #expect(seldom.lowerBound < often.lowerBound && html.contains("<span>32<svg"))
  }

  @Test(arguments: PageRow.all, Language.allCases)
  func `a page shows its values in the reader's language`(
    _ row: PageRow, _ language: Language
  ) throws {
    let html = try pages.text(row.path, in: language)
    #expect(html.contains("<html lang=\"\(language.rawValue)\">"))
    let word = Markup(text: row.word.text(in: language)).html
    #expect(html.contains(word), "\(word) in \(html)")
    for value in row.values { #expect(html.contains(value), "\(value) in \(html)") }
    let other = Markup(text: row.word.text(in: language == .english ? .japanese : .english)).html
    #expect(!html.contains(other), "\(other)")
  }

  @Test(arguments: Language.allCases)
  func `a webhook's page shows what was sent`(_ language: Language) throws {
    let html = try pages.text("webhooks/\(pages.webhook)", in: language)
    for text in [
      "https://hooks.example.com/keiro", "ping", Word.waiting.text(in: language),
      Phrase(.attemptCount, 0).text(in: language),
    ] { #expect(html.contains(text), "\(text)") }
  }

  @Test func `top links are those with the most clicks of people, by their whole address`() throws {
    let html = try pages.text("")
    let often = try #require(html.firstRange(of: ">a.example/s/often<"))
    let seldom = try #require(html.firstRange(of: ">a.example/s/seldom<"))
    #expect(often.lowerBound < seldom.lowerBound)
  }

  @Test func `the list says the clicks of links in any order, and in the table that it hands out`()
    throws
  {
    let html = try pages.text("links")
    #expect(html.contains(#"<td class="number" data-label="Clicks"><span>9<svg"#))
    let list = try pages.text("links/export?view=list&search=seldom&sort=clicks")
    let day = pages.fixture.timestamp.description
    #expect(
      list
        == "\u{FEFF}Short link,Leads to,Name,Tags,State,Clicks,Created,Expires\r\n"
        + "https://a.example/s/seldom,https://b.example/seldom,The seldom link,spring,Active,2,"
        + "\(day),\r\n")
  }

  @Test func `a row has a line of thirty days, and the list the number of its links`() throws {
    let html = try pages.text("links")
    #expect(html.contains("<title>9 clicks in 30 days</title>"))
    #expect(html.contains("<title>2 clicks in 30 days</title>"))
    #expect(html.contains("id=\"count\">2 links</p>"))
    #expect(try pages.text("links?search=seldom").contains("id=\"count\">1 link</p>"))
    #expect(!html.contains("rel=\"prev\""))
  }

  @Test func `pages of the list lead on and back, and all links of a list can be selected`() throws
  {
    for number in 0..<120 {
      try pages.add("n\(number)") { $0.tags = ["many"] }
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
    let found = try pages.text("links?search=n1+b.example")
    #expect(!found.contains("name=\"every\"") && found.contains("id=\"count\">31 links</p>"))
    #expect(try pages.text("links?search=b.example").contains("All 122 links of this list"))
    let done = try pages.followed("links", "list-tag=many&every=yes&action=archive")
    #expect(done.contains("Archived 120 links."))
    #expect(try pages.link("often")?.archived == false)
  }

  @Test func `a duplicate begins with everything but the slug`() throws {
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

  @Test func `a code is drawn in three sizes`() throws {
    let html = try pages.text("links/a.example/often")
    #expect(html.contains("?qr=png&amp;size=2048\" download=\"often-2048.png\""))
    let lengths = try ["512", "1024", "2048", "99999999", "x"].map { size in
      try pages.ask("links/a.example/often?qr=png&size=\(size)").body.count
    }
    #expect(lengths[0] < lengths[1] && lengths[1] < lengths[2])
    #expect(lengths[3] == lengths[1] && lengths[4] == lengths[1])
  }

  @Test(arguments: [
    ("qr=png&margin=1&color=%230a5bd0&ground=%23ffffff", 200, "image/png"),
    ("qr=png&size=svg&margin=0", 200, "image/svg+xml"), ("qr=png&margin=17", 400, "text/html"),
    ("qr=png&margin=x", 400, "text/html"), ("qr=png&color=red", 400, "text/html"),
    ("qr=svg&color=%23eeeeee", 400, "text/html"),
  ])
  func `a code has the margin and the colors that are asked for, or says why not`(
    _ query: String, _ status: Int, _ type: String
  ) throws {
    let answer = try pages.ask("links/a.example/often?\(query)")
    #expect(answer.status.code == status)
    #expect(answer.fields["Content-Type"]?.hasPrefix(type) == true)
    let isFile = answer.fields["Content-Disposition"]?.hasPrefix("attachment") == true
    #expect(isFile == (status == 200))
  }

  @Test func `what comes of a tap is told in the reader's language`() throws {
    let path = "sites/a.example?url=https://a.example/s/"
    let often = try pages.text(path + "often", in: .japanese)
    #expect(often.contains("ほかのサイトにリダイレクトします。"))
    #expect(often.contains("(ストア)") && !often.contains("the store"))
    #expect(try pages.text(path + "nothing", in: .japanese).contains("見つかりません（404）。"))
    #expect(try pages.text(path + "often").contains("Stays in the browser"))
  }

  @Test(arguments: [
    ("country=Japan", "'Japan' is not a country"), ("language=!", "is not a language"),
  ])
  func `a visitor of no country or language is not tried`(_ items: String, _ said: String) throws {
    let html = try pages.text("sites/a.example?url=https://a.example/s/often&" + items)
    #expect(html.contains(Markup(text: said).html) && !html.contains("Stays in the browser"))
  }

  @Test func `a tap on a link of a host under a wildcard can be tried`() throws {
    let hosts = try ["a.example", "*.w.example"].map { try #require(HostPattern($0)) }
    let pages = try Pages(PagesFixture(site: SiteDefinition(hosts: hosts)))
    let html = try pages.text("sites/x.w.example?url=https://x.w.example/s/none", status: .ok)
    #expect(html.contains("Stays in the browser"))
    _ = try pages.text("sites/x.y.w.example", status: .notFound)
  }

  @Test func `taps outside of apps and browsers, and an earlier choice, can be tried`() throws {
    let html = try pages.text(
      "sites/a.example?url=https://a.example/&from=wallet&choice=browser", in: .japanese)
    for option in [
      "value=\"wallet\" selected>ウォレット", "value=\"app-clip\">App Clip", "value=\"nfc\">NFC タグ",
      "value=\"widget\">アプリのウィジェット", "value=\"handoff\">ほかの端末からの Handoff",
      "value=\"browser\" selected>ブラウザ", "value=\"app\">もう一度アプリ",
    ] {
      #expect(html.contains("<option \(option)</option>"), "\(option)")
    }
  }

  @Test func `campaigns in use are suggested`() throws {
    try pages.add("mailed") {
      $0.campaign["utm_source"] = "newsletter"
      $0.campaign["utm_campaign"] = "autumn"
    }
    // However many links without one were made since.
    for number in 0..<210 {
      try pages.add("n\(number)")
    }
    let html = try pages.text("links/new")
    #expect(html.contains("list=\"campaign-utm_source-known\""))
    #expect(html.contains("<option value=\"newsletter\"></option>"))
    #expect(html.contains("<option value=\"autumn\"></option>"))
  }

  @Test func `clicks are summed up by tags, each of which leads to its links`() throws {
    let html = try pages.text("?top=tag")
    #expect(html.contains("<a href=\"/dashboard/tags/spring\">spring</a>"))
    #expect(try !pages.text("?top=campaign").contains("tags/spring"))
  }

  @Test(arguments: [(1, 8, "12.5"), (0, 5, "0.0"), (3000, 2, "150,000.0"), (1, 0, nil)])
  func `a rate is told for each hundred`(_ count: Int, _ whole: Int, _ rate: String?) {
    #expect(PageContext.rate(count, of: whole) == rate)
  }

  @Test(arguments: [
    ("tag:spring seldom", ["seldom"]), ("tag:autumn", []), ("is:archived", []),
    ("https://a.example/s/often?x=1", ["often"]), ("a.example/s/often+", ["often"]),
    ("https://b.example/often", ["often"]), ("https://a.example/s/oft%65n", ["often"]),
    ("host:a.example is:active", ["often", "seldom"]),
    ("is:nothing", []), ("host:z.example", []), ("link often", ["often"]),
    ("often the", ["often"]), ("link　seldom", ["seldom"]), ("often seldom", []),
    ("\"often\" tag:\"spring\"", ["often"]), ("\"https://a.example/s/often\"", ["often"]),
    ("\"tag:spring\" often", ["often"]), ("tag:\"spring often", ["often"]),
    ("\"often tag:spring\"", ["often"]), ("ten\" tag:spring of\"", ["often"]),
    ("\u{201C}the often\u{201D}", ["often"]),
    ("tag:spring tag:autumn seldom", ["seldom"]), ("\"", ["often", "seldom"]),
  ])
  func `finds by filters in the words, and by a short URL`(_ typed: String, _ slugs: [String])
    throws
  {
    let query = PercentCoding.encodeComponent(typed)
    let html = try pages.text("links?search=\(query)")
    #expect(["often", "seldom"].filter { html.contains(">a.example/s/\($0)<") } == slugs)
  }

  @Test(arguments: [
    "tag:\"two words\"", "\"tag:two words\"", "tag:\u{300C}two words\u{300D} seldom",
  ])
  func `quotes keep a value with spaces together`(_ typed: String) throws {
    _ = try pages.ask(
      "links/a.example/seldom", "action=save&url=https://b.example/seldom&tags=two words&rules=0")
    let query = PercentCoding.encodeComponent(typed)
    let html = try pages.text("links?search=\(query)")
    #expect(html.contains(">a.example/s/seldom<") && !html.contains(">a.example/s/often<"))
  }

  @Test(arguments: Language.allCases)
  func `a second filter of a kind is named as left out`(_ language: Language) throws {
    let word = Phrase(.filtersLeftOut, ["tag:autumn", "is:dead"]).text(in: language)
    let typed = "tag:spring+tag:autumn+tag:spring+is:ok+is:dead"
    #expect(try pages.text("links?search=\(typed)", in: language).contains(word))
    let left = try pages.text("links?search=tag:spring+is:active+is:dead", in: language)
    #expect(!left.contains(Phrase(.filtersLeftOut, "").text(in: language)))
    // A field comes before the search, and deleted links are found by the same filters.
    let overruled = Phrase(.filtersLeftOut, "tag:autumn").text(in: language)
    for address in [
      "links?tag=spring&search=tag:autumn+tag:spring",
      "links?state=deleted&search=tag:a+tag:%22autumn%22",
    ] {
      #expect(try pages.text(address, in: language).contains(overruled), "\(address)")
    }
  }

  @Test func `a webhook that fails is not called active`() throws {
    var webhook = try pages.fixture.everything.webhook(pages.webhook)
    webhook.failingSince = pages.fixture.timestamp
    let (failing, now, store) = (webhook, pages.fixture.timestamp, pages.store)
    _ = try waitForAnswer {
      store.changeWebhook(failing, telling: [], by: nil, now: now, completion: $0)
    }
    let html = try pages.text("webhooks")
    #expect(html.contains("<span class=\"badge warn\">Failing</span>"))
    let own = try pages.text("webhooks/\(pages.webhook)")
    #expect(own.contains(Word.failingNext.english))
    let overview = try pages.text("")
    let item = "<a href=\"/dashboard/webhooks/\(pages.webhook)\">The receiver of the webhook"
    #expect(overview.contains(item))
    #expect(try !Pages().text("").contains("The receiver of the webhook"))
  }

  @Test func `an empty service shows its first steps without a period to choose`() throws {
    let fixture = try PagesFixture()
    let cookie = try fixture.cookie()
    func overview() throws -> String {
      try fixture.ask("/dashboard/", fields: cookie).text
    }
    let empty = try overview()
    #expect(empty.contains(Word.firstSteps.english) && !empty.contains("type=\"date\""))
    _ = try fixture.ask(
      "/dashboard/links/new", method: "POST", fields: cookie,
      body: "host=a.example&slug=first&url=https%3A%2F%2Fb.example%2F")
    let used = try overview()
    #expect(used.contains(Word.stepDone.english) && used.contains("type=\"date\""))
  }

  @Test(arguments: Language.allCases)
  func `a service leads to its first link, app and person, each until it is there`(
    _ language: Language
  ) throws {
    // There are links and a person, but no app.
    let html = try pages.text("", in: language)
    #expect(html.contains(Word.firstSteps.text(in: language)))
    #expect(html.contains(Markup(text: Word.firstAppNext.text(in: language)).html))
    for word in [Word.firstLinkNext, .firstPersonNext] {
      #expect(!html.contains(Markup(text: word.text(in: language)).html))
    }
    let person = try #require(try pages.fixture.everything.people().first)
    try pages.fixture.everything.removePerson(person.id)
    for slug in ["often", "seldom"] {
      _ = try pages.ask("links/a.example/\(slug)", "action=delete&confirmed=yes")
    }
    let empty = try pages.text("", in: language)
    for word in [Word.firstLinkNext, .firstAppNext, .firstPersonNext] {
      #expect(empty.contains(Markup(text: word.text(in: language)).html))
    }
  }

  @Test func `links about to end are listed by their ends`() throws {
    let now = pages.fixture.timestamp.secondsSinceEpoch
    for (slug, days) in [("third", 9), ("first", 1), ("second", 4)] {
      try pages.add(slug) { $0.expires = Timestamp(secondsSinceEpoch: now + days * 86_400) }
    }
    for path in ["", "links?state=ending"] {
      let html = try pages.text(path)
      let positions = try ["first", "second", "third"].map { slug in
        try #require(html.firstRange(of: ">a.example/s/\(slug)<")).lowerBound
      }
      #expect(positions == positions.sorted(), "\(path)")
    }
  }

  @Test func `a row leads to its code and its form, and heads of columns to their order`() throws {
    let html = try pages.text("links?tag=spring")
    #expect(html.contains("href=\"/dashboard/links/a.example/often?qr=png&amp;size=1024\""))
    #expect(html.contains("href=\"/dashboard/links/a.example/often?edit=1#edit\""))
    #expect(html.contains("<a href=\"/dashboard/links?tag=spring&amp;sort=clicks\">Clicks</a>"))
    let sorted = try pages.text("links?sort=clicks")
    #expect(sorted.contains("aria-sort=\"descending\"><a href=\"/dashboard/links?sort=clicks\">"))
  }

  @Test(arguments: Language.allCases)
  func `a link says what chat programs show of it`(_ language: Language) throws {
    let follows = Markup(text: Word.chatsFollow.text(in: language)).html
    #expect(try pages.text("links/a.example/often", in: language).contains(follows))
    let form = "action=preview&url=https://b.example/x&host=a.example&slug=planned"
    let social = "&social.title=%3Cb%3ETea&social.image=https://b.example/tea.png"
    let html = try pages.text("links/new", form + social, in: language)
    #expect(html.contains(Word.inChats.text(in: language)) && !html.contains(follows))
    #expect(html.contains("&lt;b&gt;Tea") && html.contains("<bdi>https://b.example/tea.png</bdi>"))
    // Nothing is loaded from other servers, and taps are explained before the link exists.
    #expect(!html.contains("<img"))
    #expect(html.contains(Word.afterTap.text(in: language)))
    #expect(!html.contains("dashboard/sites/a.example?url"))
  }

  @Test(arguments: Language.allCases)
  func `a link that is not active says what to do about it`(_ language: Language) throws {
    let now = pages.fixture.timestamp.secondsSinceEpoch
    for (slug, word) in [
      ("gone", Word.expiredNext), ("soon", .scheduledNext), ("kept", .archivedNext),
    ] {
      var link = ShortLink(host: "a.example", slug: slug, url: "https://b.example/")
      if slug == "gone" { link.expires = Timestamp(secondsSinceEpoch: now - 1) }
      if slug == "soon" { link.notBefore = Timestamp(secondsSinceEpoch: now + 9) }
      link.archived = slug == "kept"
      try pages.add(link)
      let html = try pages.text("links/a.example/\(slug)", in: language)
      #expect(html.contains(Markup(text: word.text(in: language)).html))
      #expect(try !pages.text("links/a.example/often").contains(word.english))
    }
  }
}
