import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Testing
import WebSyntax

@testable import Dashboard

@Suite struct ChartPageTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  /// The address of the rows of a group on a page, as it stands there.
  private func data(_ group: String, on html: String) -> String? {
    html.matches(of: #/href="\/dashboard\/(chart\.csv\?by=[^"]+)" download/#)
      .map { String($0.1).replacing("&amp;", with: "&") }
      .first { $0.hasPrefix("chart.csv?by=\(group)&") }
  }

  @Test(arguments: [
    ("", "platform", "iphone,11,40"), ("", "referrer", "news.example,11,40"),
    ("", "link", "a.example/often,9,0\r\na.example/seldom,2,40"),
    ("?top=tag", "tag", "spring,11,40"),
    ("links/a.example/seldom", "outcome", "redirect,2,40"),
    ("links/a.example/seldom", "platform", "iphone,2,40"),
  ])
  func `a card leads to its rows as CSV`(_ path: String, _ group: String, _ rows: String) throws {
    let address = try #require(data(group, on: try pages.text(path)))
    let answer = try pages.ask(address)
    #expect(answer.fields["Content-Type"]?.hasPrefix("text/csv") == true)
    let name = "attachment; filename=\"keiro-\(group).csv\""
    #expect(answer.fields["Content-Disposition"] == name)
    let text = answer.text
    #expect(text == "\(group),clicks,bots\r\n\(rows)\r\n")
  }

  @Test func `what bots alone have done is in the rows, but in no card`() throws {
    try pages.count([pages.clicks("often", 3, platform: "windows", isBot: true)])
    #expect(try pages.text("chart.csv?by=platform").contains("windows,0,3\r\n"))
    #expect(try !pages.text("").contains("name=windows"))
  }

  @Test func `a card keeps the period, the host and the link of its page`() throws {
    let html = try pages.text("links/a.example/often?from=2026-11-01&to=2026-11-14")
    let link = "by=platform&amp;host=a.example&amp;slug=often&amp;"
    #expect(!html.contains(link), "no click, no rows")
    let year = try pages.text("links/a.example/often?period=365d")
    #expect(year.contains(link + "period=365d"))
  }

  @Test func `a chart leads to its rows as CSV`() throws {
    let html = try pages.text("?split=platform")
    let address = "/dashboard/chart.csv?period=30d&amp;split=platform"
    #expect(html.contains("<a href=\"\(address)\" download>"))
    #expect(try !pages.text("links?tag=spring").contains("chart.csv"))
  }

  @Test(arguments: ChartPeriod.Latest.allCases)
  func `the figure, the chart, a card and their exports have the same sums`(
    _ latest: ChartPeriod.Latest
  ) throws {
    try pages.add("steady")
    let now = pages.fixture.timestamp
    // A click in each hour or day of the period, two in each before.
    let step = latest == .day ? 3600 : 86_400
    let count = latest.display.days * 86_400 / step
    let clicks = (0..<2 * count + 3).map { column in
      pages.clicks(
        "steady", column < count ? 1 : 2,
        hour: (now.secondsSinceEpoch / step - column) * step / 3600)
    }
    let opens = LaunchCount(
      app: "shop", event: "deepLink", appVersion: "1", systemVersion: "27",
      day: now.secondsSinceEpoch / 86_400, count: 500)
    try pages.count(clicks, [opens])
    let path = "links/a.example/steady?period=\(latest.rawValue)"
    let html = try pages.text(path)
    let change = Phrase(.changeFrom, "−50", 2 * count).english
    #expect(html.contains("<dt>Clicks</dt><dd>\(count)</dd><dd class=\"change\">\(change)</dd>"))
    let card = try pages.text(try #require(data("platform", on: html)))
    #expect(card == "platform,clicks,bots\r\niphone,\(count),0\r\n")
    let chart = try pages.text("chart.csv?host=a.example&slug=steady&period=\(latest.rawValue)")
    let lines = chart.split(separator: "\r\n").map { $0.split(separator: ",").map(String.init) }
    #expect(lines.first?.dropFirst() == ["clicks", "bots", "clicksBefore"])
    #expect(lines.count == count + 1)
    #expect(lines.dropFirst().allSatisfy { $0.dropFirst() == ["1", "0", "2"] })
    // Opens belong to no link.
    let all = try pages.text("chart.csv?period=\(latest.rawValue)")
    let heading = latest == .day ? "hour,clicks,bots," : "day,clicks,bots,launches,"
    #expect(all.hasPrefix(heading))
  }

  @Test(arguments: Language.allCases)
  func `groups that are no card's are refused`(_ language: Language) throws {
    let answer = try pages.text("chart.csv?by=launch", in: language, status: .badRequest)
    let word = Phrase(.otherChoice, "launch", "platform, referrer").text(in: language)
    let start = Markup(text: String(word.prefix { $0 != ":" && $0 != "。" })).html
    #expect(answer.contains(start))
  }

  @Test(arguments: ["", "links/a.example/often"])
  func `a row narrows the chart to it, and widens it again`(_ path: String) throws {
    let fragment = path.isEmpty ? "#clicks" : "#statistics"
    let items = "&amp;only=platform&amp;name=iphone"
    let narrow = "/dashboard/\(path)?period=30d\(items)\(fragment)"
    #expect(try pages.text(path).contains("<a href=\"\(narrow)\">iPhone</a>"))
    let html = try pages.text(path + "?only=platform&name=iphone")
    let wide = "/dashboard/\(path)?period=30d\(fragment)"
    #expect(html.contains("<a href=\"\(wide)\" aria-current=\"true\">iPhone</a>"))
    #expect(
      html.contains("<a class=\"tag\" href=\"\(wide)\" dir=\"auto\">iPhone <span aria-hidden"))
    #expect(html.contains("<span class=\"unseen\"> \(Word.showAllParts.english)</span></a>"))
    #expect(html.contains("<figcaption><span>iPhone – \(Phrase(.clicksByDay, "UTC").english)"))
    // A part has no opens and no bots of its own.
    #expect(!html.contains("<dt>\(Word.bots.english)</dt>"))
    let other = try pages.text(path + "?only=platform&name=android")
    #expect(other.contains("<dt>Clicks</dt><dd>0</dd>"))
    // Another period keeps the row.
    #expect(html.contains("?period=7d\(items)"))
    #expect(html.contains("<input type=\"hidden\" name=\"name\" value=\"iphone\">"))
  }

  @Test(arguments: [
    ("referrer", "news.example", 11), ("outcome", "redirect", 11), ("country", "JP", 4),
    ("language", "ja", 4), ("rule", "rules[0]", 0), ("country", "<b>", 0),
    ("referrer", "", 4),
  ])
  func `a chart is narrowed by each property`(_ group: String, _ name: String, _ clicks: Int) throws
  {
    let traits = ClickTraits(language: "ja", country: "JP")
    try pages.count([
      pages.clicks("often", 4, platform: "ipad", outcome: "landing", traits: traits)
    ])
    let part = "only=\(group)&name=\(PercentCoding.encodeComponent(name))"
    let html = try pages.text("?" + part)
    #expect(html.contains("<dt>Clicks</dt><dd>\(clicks)</dd>"))
    #expect(!html.contains("<b>"))
    let csv = try pages.text("chart.csv?period=7d&\(part)")
    #expect(csv.hasPrefix("day,clicks\r\n"))
    #expect(clicks == 0 || csv.contains(",\(clicks)\r\n"))
  }

  @Test(arguments: Language.allCases)
  func `visits without a referrer have a row that narrows the chart`(_ language: Language) throws {
    try pages.count([pages.clicks("often", 4, platform: "ipad", outcome: "landing")])
    let direct = Word.direct.text(in: language)
    let path = "links/a.example/often"
    let narrow = "/dashboard/\(path)?period=30d&amp;only=referrer#statistics"
    #expect(try pages.text(path, in: language).contains("<a href=\"\(narrow)\">\(direct)</a>"))
    let html = try pages.text(path + "?only=referrer", in: language)
    #expect(html.contains("<figcaption><span>\(direct) – "))
    #expect(html.contains("<dd>4</dd>"))
    // Other properties have no row for clicks without a name.
    #expect(try !pages.text(path + "?only=country").contains(Word.showAllParts.english))
  }

  @Test func `rows of which no day is known are plain names`() throws {
    // Hours are told apart by nothing, and what is no row is all clicks; days keep what was asked for.
    let hours = try pages.text("?period=24h&only=platform&name=iphone")
    #expect(!hours.contains(Word.showAllParts.english))
    #expect(hours.contains("href=\"/dashboard/?period=7d&amp;only=platform&amp;name=iphone\""))
    #expect(!hours.contains("period=24h&amp;only=platform"))
    #expect(try pages.text("?period=24h&split=outcome").contains("?period=7d&amp;split=outcome\""))
    let html = try pages.text("?only=link&name=a.example/often")
    #expect(!html.contains(Word.showAllParts.english))
  }

  @Test(arguments: ["tag=SPRING", "search=tag:spring", "host=a.example&tag=spring", "state=active"])
  func `a filtered list sums up the clicks of all its links, and leads to the rest`(
    _ query: String
  ) throws {
    let html = try pages.text("links?" + query)
    #expect(html.contains("<p class=\"strip\"><strong>\(Phrase(.clicksOfMonth, 11).english)"))
    #expect(html.contains(">\(Word.allFigures.english)</a>"))
  }

  @Test func `a tag and a campaign have pages with the sums of any number of links`() throws {
    let (store, now) = (pages.store, pages.fixture.timestamp)
    let links = (0..<300).map { number in
      var link = ShortLink(host: "a.example", slug: "n\(number)", url: "https://b.example/")
      link.campaign["utm_campaign"] = "autumn/2026"
      link.tags = number % 2 == 0 ? ["even"] : []
      return link
    }
    try pages.add(links)
    try pages.count(links.map { pages.clicks($0.slug, 2, platform: "android", from: "t.co") })
    func figure(_ path: String) throws -> String? {
      try pages.text(path).firstMatch(of: /<dt>Clicks<\/dt><dd>([\d,]+)</).map { String($0.1) }
    }
    #expect(try figure("campaigns/autumn%2F2026") == "600")
    #expect(try figure("campaigns/autumn%2F2026?tag=even") == "300")
    #expect(try figure("tags/even") == "300" && figure("tags/EVEN") == "300")
    #expect(try figure("tags/even?state=archived") == "0")
    #expect(try figure("tags/spring?search=often") == "9")
    #expect(try figure("?tag=even&campaign=autumn/2026") == "300")
    // One deleted link stays in the sums.
    try waitForAnswer {
      store.delete(links[0].key, revision: nil, by: .service, now: now, completion: $0)
    }
    #expect(try figure("tags/even") == "300")
    let html = try pages.text("tags/even?only=platform&name=android")
    #expect(html.contains("<dt>Clicks</dt><dd>300</dd>"))
    #expect(html.contains(Word.notKeptTogether.english))
    #expect(html.contains("href=\"/dashboard/links/a.example/n10\""))
    let rows = try pages.text("chart.csv?by=platform&tag=even")
    #expect(rows == "platform,clicks,bots\r\nandroid,300,0\r\n")
    #expect(html.contains("href=\"/dashboard/links?tag=even\""))
    // A link that is made here belongs here.
    #expect(html.contains("href=\"/dashboard/links/new?tags=even\""))
    let named = try pages.text("chart.csv?by=tag&tag=even&only=platform&name=android")
    #expect(named == "tag,clicks,bots\r\neven,300,0\r\n")
    #expect(try pages.text("chart.csv?by=tag&only=platform&name=iphone").contains("spring,11,"))
  }

  @Test func `the figures of deleted links are those of their list`() throws {
    for (slug, tag) in [("sale", "spring"), ("hat", "autumn")] {
      try pages.add(slug) { $0.tags = [tag] }
      try pages.count([pages.clicks(slug, 5)])
      _ = try pages.ask("links/a.example/\(slug)", "action=delete&confirmed=yes")
    }
    for (path, clicks) in [
      ("?state=deleted", 10), ("?search=is:deleted", 10), ("?search=is:deleted%20sale", 5),
      ("tags/spring?state=deleted", 5), ("tags/SPRING?search=is:deleted", 5),
      ("?state=deleted&host=a.example&tag=none", 0),
    ] {
      #expect(try pages.text(path).contains("<dt>Clicks</dt><dd>\(clicks)</dd>"), "\(path)")
    }
    let chip = Phrase(.named, Word.state.english, Word.deletedLinks.english).english
    #expect(try pages.text("?search=is:deleted").contains("dir=\"auto\">\(chip) "))
    let rows = try pages.text("chart.csv?by=link&search=is:deleted")
    #expect(rows == "link,clicks,bots\r\na.example/hat,5,0\r\na.example/sale,5,0\r\n")
    // A state that a tab chooses comes first, and the page says so.
    let active = try pages.text("?search=is:deleted&state=active")
    #expect(active.contains("<dt>Clicks</dt><dd>11</dd>"))
    #expect(active.contains(Markup(text: Phrase(.filtersLeftOut, ["is:deleted"]).english).html))
  }

  @Test func `a period that is none has no rows`() throws {
    _ = try pages.text("chart.csv?from=2026-11-14&to=2026-11-01", status: .badRequest)
  }

  @Test func `what chooses links can be taken off the sums`() throws {
    let html = try pages.text("tags/spring?host=a.example&state=active&period=7d")
    let host = Phrase(.named, Word.host.english, "a.example").english
    let state = Phrase(.named, Word.state.english, Word.active.english).english
    #expect(
      html.contains(
        "href=\"/dashboard/tags/spring?period=7d&amp;state=active\" dir=\"auto\">\(host) "))
    #expect(
      html.contains(
        "href=\"/dashboard/tags/spring?period=7d&amp;host=a.example\" dir=\"auto\">\(state) "))
    // Another period keeps them.
    #expect(html.contains("/dashboard/tags/spring?period=90d&amp;host=a.example&amp;state=active"))
  }

  @Test(arguments: ["tags/spring?tag=other", "campaigns/spring?campaign=other"])
  func `the path of a group comes before what its query says`(_ path: String) throws {
    #expect(try !pages.text(path).contains("other"))
  }

  @Test(arguments: ["", "?search=often", "?tag=nothing", "?state=active"])
  func `other lists have no chart`(_ query: String) throws {
    #expect(try !pages.text("links" + query).contains("<figure class=\"chart\">"))
  }

  @Test func `only those who may see statistics see the sums of a tag`() throws {
    let cookie = try pages.fixture.cookie([.readLinks])
    let html = try pages.fixture.ask("/dashboard/links?tag=spring", fields: cookie).text
    #expect(html.contains("a.example/s/often") && !html.contains("class=\"strip\""))
  }

  @Test(arguments: [
    ("tag=spring", "tags=spring", "name=\"tags\" type=\"text\" value=\"spring\""),
    (
      "search=campaign:autumn", "campaign.utm_campaign=autumn",
      "name=\"campaign.utm_campaign\" type=\"text\" value=\"autumn\""
    ),
  ])
  func `a new link made from the list of a group belongs to it`(
    _ list: String, _ query: String, _ field: String
  ) throws {
    let html = try pages.text("links?" + list)
    #expect(html.contains("href=\"/dashboard/links/new?\(query)\""))
    #expect(try pages.text("links/new?" + query).contains(field))
  }
}
