import HTTPCore
import JSONSyntax
import Links
import Testing
import WebSyntax

@testable import Dashboard

/// The search as people type it, with capitals, the colon of a Japanese keyboard, and slips.
@Suite struct LinkSearchTests {
  private func text(_ typed: String, in language: Language = .english) throws -> String {
    try Pages().text("links?search=\(PercentCoding.encodeComponent(typed))", in: language)
  }

  @Test(arguments: [
    "Tag:spring often", "TAG：spring often", "tag:spring IS:Active often",
    "is：active often Host：A.example",
  ])
  func `names of filters and states have no case, and a colon of either width`(
    _ typed: String
  ) throws {
    let html = try text(typed)
    #expect(html.contains(">a.example/s/often<") && !html.contains(">a.example/s/seldom<"))
  }

  @Test func `tags are found in any case`() throws {
    #expect(try text("tag:SPRING").contains(">a.example/s/often<"))
    #expect(try text("tag:winter").contains(Word.noLinkFound.english))
  }

  @Test func `the field does not correct what is typed`() throws {
    #expect(
      try text("").contains("autocapitalize=\"none\" autocorrect=\"off\" spellcheck=\"false\""))
  }

  @Test(arguments: Language.allCases)
  func `a state that is none is named, and searched for as text`(_ language: Language) throws {
    let word = Markup(text: Phrase(.notState, "open", LinkListing.states).text(in: language)).html
    let pages = try Pages()
    try pages.add("issues", url: "https://b.example/?q=is:open") { $0.name = "Open issues" }
    let html = try pages.text("links?search=is:open", in: language)
    #expect(html.contains(word) && html.contains(">a.example/s/issues<"))
    #expect(!html.contains(">a.example/s/often<"))
    // States within quotes are some, and so are those after words that are none.
    let quoted = try pages.text("links?search=%22is:active+issues%22", in: language)
    #expect(!quoted.contains("class=\"notice warn\"") && quoted.contains(">a.example/s/issues<"))
  }

  @Test(arguments: [
    ("is:deleted", "state=deleted"), ("Is：Deleted", "state=deleted"),
    ("is:deleted tag:spring", "search=tag%3Aspring&state=deleted"),
    ("\"often is:deleted\" is:deleted", "search=%22often%20%22&state=deleted"),
  ])
  func `the state of deleted links leads to their list`(_ typed: String, _ query: String) throws {
    let address = try Pages().lead("links?search=\(PercentCoding.encodeComponent(typed))")
    #expect(address == "links?" + query)
  }

  @Test func `another state of a field leaves that of deleted links out`() throws {
    let html = try Pages().text("links?state=active&search=is:deleted")
    #expect(html.contains(Phrase(.filtersLeftOut, "is:deleted").english))
    #expect(html.contains(">a.example/s/often<"))
  }

  @Test(arguments: Language.allCases)
  func `a host that is none keeps the search in its field`(_ language: Language) throws {
    let pages = try Pages()
    for (query, host) in [
      ("search=often+host:%22a+b%22", "a b"), ("search=often+host:*", "*"),
      ("search=often&host=a+b", "a b"),
      ("search=often&host=a+b&state=deleted", "a b"),
    ] {
      let html = try pages.text("links?" + query, in: language, status: .badRequest)
      #expect(html.contains("type=\"search\" value=\"often"), "\(query)")
      let reason = Sentence(LinkFault.notHost(host))
      #expect(html.contains(Markup(text: language.sentence(reason)).html), "\(query)")
    }
  }
}

@Suite struct SavedViewTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  /// The cookie of saved views after a form was submitted.
  private func change(_ body: String, views: String = "") throws -> HTTPResponse {
    try pages.fixture.ask(
      "/dashboard/views", method: "POST", fields: pages.cookie + views + "Accept: text/html\r\n",
      body: body)
  }

  private func cookie(_ answer: HTTPResponse) throws -> String {
    let line = try #require(answer.fields["Set-Cookie"])
    return "Cookie: \(line.prefix { $0 != ";" })\r\n"
  }

  private func text(_ path: String, views: String) throws -> String {
    let answer = try pages.fixture.ask("/dashboard/" + path, fields: pages.cookie + views)
    return answer.text
  }

  @Test func `a view is saved by its name, marked where it is shown, and forgotten`() throws {
    let saved = try change("action=save&name=%E6%98%A5%20%3Cb%3E&list-tag=spring&list-sort=clicks")
    #expect(saved.fields["Location"] == "/dashboard/links?tag=spring&sort=clicks")
    let views = try cookie(saved)
    let html = try text("links", views: views)
    #expect(
      html.contains(
        "<a href=\"/dashboard/links?tag=spring&amp;sort=clicks\" dir=\"auto\">春 &lt;b&gt;</a>"))
    let shown = try text("links?tag=spring&sort=clicks", views: views)
    #expect(shown.contains("aria-current=\"true\" dir=\"auto\">春"))
    #expect(shown.contains("value=\"forget\""))
    let gone = try change("action=forget&name=%E6%98%A5%20%3Cb%3E", views: views)
    #expect(try !text("links", views: cookie(gone)).contains("春"))
  }

  @Test func `views are bounded, and a known name takes the new filter`() throws {
    var views = ""
    for number in 0..<SavedViews.limit {
      views = try cookie(change("action=save&name=v\(number)&list-tag=t", views: views))
    }
    let more = try change("action=save&name=more&list-tag=u", views: views)
    let reason = Phrase(.viewsFull, SavedViews.limit).english
    #expect(more.text.contains(">\(reason)</span>") && more.text.ranges(of: reason).count == 1)
    let again = try change("action=save&name=v3&list-tag=other", views: views)
    #expect(try text("links", views: cookie(again)).contains("?tag=other\""))
    #expect(again.fields["Location"] == "/dashboard/links?tag=other&done=view")
    let other = try text("links?tag=other&done=view", views: cookie(again))
    #expect(other.contains(Word.viewReplaced.english))
    #expect(try !text("links?tag=other&done=view", views: "").contains(Word.viewReplaced.english))
    let full = try text("links?tag=new", views: views)
    #expect(full.contains(Phrase(.viewsFull, SavedViews.limit).english))
    #expect(full.contains("id=\"view\""))
    let same = try change("action=save&name=v4&list-tag=t", views: views)
    #expect(same.fields["Location"] == "/dashboard/links?tag=t")
    let long = String(repeating: "a", count: 3500)
    let refused = try change("action=save&name=x&list-search=\(long)")
    #expect(refused.text.contains(">\(Phrase(.viewsTooLong).english)</span>"))
  }

  @Test func `another language leads from the page of a refused view to the list`() throws {
    let answer = try pages.fixture.ask(
      "/dashboard/language?to=ja", fields: "Referer: \(PagesFixture.origin)/dashboard/views\r\n")
    #expect(answer.fields["Location"] == "/dashboard/links")
  }

  @Test(arguments: ["", "%E2%80%AEx", String(repeating: "n", count: 41)])
  func `a refused name of a view is said beside it, with what was typed`(_ name: String) throws {
    let known = try cookie(change("action=save&name=v&list-tag=t"))
    for list in ["list-tag=t", "list-tag=spring&list-sort=clicks", ""] {
      let refused = try change("action=save&name=\(name)&\(list)", views: known)
      #expect(refused.status == .unprocessableContent)
      let html = refused.text
      #expect(html.contains("id=\"name-fault\">\(Phrase(.viewName, 40).english)</span>"))
      #expect(html.contains("<details class=\"data\" open>"))
      #expect(name.hasPrefix("%") || html.contains("maxlength=\"40\" value=\"\(name)\" autofocus"))
    }
  }

  @Test(arguments: [
    "=", "%", "a=%3Cscript%3E", "a=cursor%3D1%26search%3D%22%3E%3Cb%3E", "%00=tag%3Dx",
    String(repeating: "a=b&", count: 2000),
  ])
  func `a foreign cookie puts nothing else into the page`(_ value: String) throws {
    let html = try text("links", views: "Cookie: keiro-views=\(value)\r\n")
    #expect(html.contains("<h1"))
    #expect(!html.contains("<script>") && !html.contains("\"><b>") && !html.contains("cursor=1"))
  }
}

@Suite struct LinkRowTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  @Test(arguments: Language.allCases)
  func `a row shows two tags and the number of the others, which leads to the link`(
    _ language: Language
  ) throws {
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
    try pages.add("cut") { $0.tags = [String(repeating: "<", count: 100)] }
    let html = try pages.text("links")
    let whole = String(repeating: "&lt;", count: 100)
    #expect(html.contains(" title=\"\(whole)\">\(whole)</a>"))
  }

  @Test func `a row tells of a password, rules and a limit`() throws {
    try pages.add("kept") {
      $0.password = PasswordHash("scrypt$1$2")
      $0.maxClicks = 5
      $0.rules = [LinkRule(url: "https://b.example/rule")]
    }
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
    let now = pages.fixture.timestamp
    let time = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - seconds)
    try pages.add("aged", url: "https://b.example/aged") { $0.createdAt = time }
    let html = try pages.text("links?search=aged")
    let exact = LocalZone.utc.text(time)
    #expect(
      html.contains(
        "<time datetime=\"\(time.description)\" title=\"\(exact)\"><span aria-hidden=\"true\">\(said)"
      ))
    #expect(html.contains("<span class=\"unseen\">\(exact)</span></time>"))
  }

  @Test func `the line of thirty days is in the cell of clicks, which every width has`() throws {
    let html = try pages.text("links")
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
