import HTTPCore
import JSONSyntax
import Links
import Service
import SiteModel
import Testing
import WebSyntax

@testable import Dashboard

@Suite struct FormingURLTests {
  @Test func `the short URL that a slug forms is under it, and begins with the prefix of its site`()
    throws
  {
    let pages = try Pages()
    func forming(_ path: String) throws -> String {
      let html = try pages.text(path)
      let output = try #require(html.firstMatch(of: /name="slug"[^>]*><output[^>]*>([^<]*)</))
      return String(output.output.1)
    }
    #expect(try forming("links/new") == "https://a.example/s/…")
    #expect(try forming("links/new?slug=a%26b") == "https://a.example/s/a&amp;b")
    let html = try pages.text("links/new")
    #expect(html.contains("<option data-prefix=\"https://a.example/s/\">a.example</option>"))
    #expect(!(try pages.text("links/a.example/often?edit").contains("<output")))
  }
}

/// Destinations as people type them, without a scheme.
@Suite struct TypedURLTests {
  @Test(arguments: [
    "asajikan.jp", "asajikan.jp/x", "www.asajikan.jp?a=b:c", "asajikan.jp:8443/x", "a.example#top",
    " Asajikan.JP/{path} ", "例え.jp/朝",
  ])
  func `https goes without saying before a host`(_ typed: String) {
    #expect(LinkForm.url(typed) == "https://" + typed.trimmed)
  }

  @Test(arguments: [
    "", "https://asajikan.jp/x", "HTTP://a.example", "javascript:alert(1)", "mailto:a@a.example",
    "asajikan://recipe/1", "com.example.app:", "com.example.app://x", "/path", "//a.example/x",
    "word", "two words.here", "*.a.example/x", "a..example", "user@a.example", "localhost:8080",
  ])
  func `what is no host is taken as it is`(_ typed: String) {
    #expect(LinkForm.url(typed) == typed)
  }

  @Test func `all URLs of a link may be without a scheme, in the preview and afterwards`() throws {
    let pages = try Pages()
    let form =
      "host=a.example&slug=short&url=b.example/x&expiredURL=b.example/over&"
      + "apple.fallback=b.example/apple&social.image=b.example/image.png&rules=1&"
      + "rules[0].url=b.example/rule&rules[0].if.platform=Android"
    let planned = try pages.text("links/new", form + "&action=preview")
    #expect(planned.contains("<h2>Preview</h2>") && planned.contains("https://b.example/rule"))
    _ = try pages.ask("links/new", form)
    let link = try #require(try pages.link("short"))
    #expect(link.url == "https://b.example/x" && link.expiredURL == "https://b.example/over")
    #expect(link.apple.fallback == "https://b.example/apple")
    #expect(link.social.image == "https://b.example/image.png")
    #expect(link.rules.map(\.url) == ["https://b.example/rule"])
    _ = try pages.ask("links/a.example/short", "action=save&url=c.example/y&rules=0")
    #expect(try pages.link("short")?.url == "https://c.example/y")
  }

  @Test func `a destination that is refused is named as the preview asks for it`() throws {
    let html = try Pages().text("links/new", "host=a.example&url=mailto:x&action=preview")
    #expect(html.contains("<ul><li><a href=\"#url\">Destination URL: "))
  }
}

/// Times of links as a reader types them and reads of them.
@Suite struct TypedTimeTests {
  @Test func `a time that nobody touched stays the same, even if what it shows means two`() throws {
    let zone = try #require(ZoneShelf().zone("America/Los_Angeles"))
    var link = ShortLink(host: "a.example", slug: "x", url: "https://b.example/")
    // The second 01:30 and the second 01:15 of that night.
    link.expires = Timestamp("2027-11-07T09:30:00Z")
    link.rules = [LinkRule(url: "https://b.example/rule")]
    link.rules[0].condition.until = Timestamp("2027-11-07T09:15:00Z")
    let typed = LinkForm(link, in: zone)
    #expect(typed.values["expires"] == "2027-11-07T01:30")
    #expect(typed.description(changing: typed).compact == "{}")
    // Of several rules only some may be touched.
    var sent = typed
    sent.rules?.append(RuleForm(LinkRule(url: "https://b.example/other"), in: zone))
    sent.keepTimes(of: link)
    let described = sent.description(changing: typed).compact
    #expect(described.contains("\"until\":\"2027-11-07T09:15:00Z\""))
    // Another time is what was typed.
    sent.values["expires"] = "2027-11-07T12:00"
    let changed = sent.description(changing: typed).compact
    #expect(changed.contains("\"expires\":\"2027-11-07T20:00:00Z\""))
  }

  @Test func `a form that was not touched changes nothing`() throws {
    let pages = try Pages()
    try pages.add("as-it-is") { link in
      link.name = " Padded"
      link.social.description = " one\ntwo"
      link.rules = [LinkRule(url: "https://b.example/rule")]
      link.rules[0].condition.platforms = [.windows, .iPad]
      link.rules[0].condition.query = [.init(name: "k", value: "v ")]
      // Both are shown as 01:15.
      link.rules[0].condition.from = Timestamp("2027-11-07T08:15:00Z")
      link.rules[0].condition.until = Timestamp("2027-11-07T09:15:00Z")
    }
    let path = "links/a.example/as-it-is"
    let html = try pages.text(path + "?edit=1")
    let boxes = html.matches(of: /name="rules\[0\]\.if\.platform" value="([^"]*)" checked/)
    let form =
      "action=save&url=https://b.example/&name=+Padded&social.description=+one%0D%0Atwo&rules=1"
      + "&rules[0].url=https://b.example/rule&rules[0].if.query=k%3Dv+&zone=America/Los_Angeles"
      + "&rules[0].if.from=2027-11-07T01:15&rules[0].if.until=2027-11-07T01:15"
      + boxes.map { "&rules[0].if.platform=\($0.output.1)" }.joined()
    #expect(boxes.count == 2)
    #expect(try pages.lead(path, form) == path + "?done=same")
    _ = try pages.lead(path, form + "&tags=new")
    let link = try #require(try pages.link("as-it-is"))
    #expect(link.name == " Padded" && link.social.description == " one\ntwo")
    let condition = link.rules[0].condition
    #expect(link.tags == ["new"] && condition.platforms == [.windows, .iPad])
    #expect(condition.query == [.init(name: "k", value: "v ")])
    #expect(condition.from == Timestamp("2027-11-07T08:15:00Z"))
    #expect(condition.until == Timestamp("2027-11-07T09:15:00Z"))
  }

  @Test(arguments: ["Asia/Tokyo", "UTC", "America/Los_Angeles"])
  func `the last time that there is has four digits in every zone`(_ name: String) throws {
    let zone = try #require(ZoneShelf().zone(name))
    let last = try #require(Timestamp("9999-12-31T23:59:59Z"))
    #expect(zone.typed(last).hasPrefix("9999-12-31T") && zone.typed(last).count == 19)
    #expect(zone.text(last).hasPrefix("9999-12-31 "))
    #expect(Timestamp(zone.meant(zone.typed(last))) != nil)
  }

  @Test(arguments: Language.allCases)
  func `a notice tells times in the reader's zone`(_ language: Language) throws {
    let pages = try Pages()
    var link = ShortLink(host: "a.example", slug: "over", url: "https://b.example/")
    link.expires = Timestamp("2020-02-29T20:30:00Z")
    try pages.add(link)
    let html = try pages.fixture.ask(
      "/dashboard/links/a.example/over",
      fields: pages.cookie
        + "Cookie: keiro-zone=Asia/Tokyo; keiro-language=\(language.rawValue)\r\n"
    ).text
    let sentence = LinkOddity.isOver(try #require(link.expires)).text(in: language)
    let told = sentence.replacing("2020-02-29T20:30:00Z", with: "2020-03-01 05:30 JST")
    #expect(html.contains(told.dropFirst()))
    #expect(!html.contains(sentence.dropFirst()))
  }
}

/// Links made from rows that somebody pasted.
@Suite struct PastedLinksTests {
  private static let table =
    "url%09slug%09Tags%09utm_source%0Ab.example/1%09one%09a, b%09mail%0Ab.example/2%09two%09%09%0A"

  /// The hidden slugs of a preview, as its form sends them.
  private static func slugs(_ html: String) -> String {
    html.matches(of: /name="slug" value="([^"]*)"/).map { "&slug=\($0.output.1)" }.joined()
  }

  @Test func `a table from a spreadsheet is previewed row by row and made as one change`() throws {
    let pages = try Pages()
    let form = "host=a.example&rows=" + Self.table
    let preview = try pages.text("links/paste", form + "&step=preview")
    #expect(preview.contains("Create 2 links") && preview.contains("https://b.example/2"))
    #expect(try pages.linkCount == 2)
    let made = try pages.followed("links/paste", form + "&step=make" + Self.slugs(preview))
    #expect(made.contains("2 links created."))
    #expect(made.contains("data-copy=\"https://a.example/s/"))
    let one = try #require(try pages.link("one"))
    #expect(one.tags == ["a", "b"] && one.campaign["utm_source"] == "mail")
    #expect(one.url == "https://b.example/1")
    let change = try #require(Pages.change(made))
    _ = try pages.ask("changes/\(change)", "back=")
    #expect(try pages.linkCount == 2)
  }

  @Test func `bare destinations get the slugs that the preview shows, once`() throws {
    let pages = try Pages()
    let form = "host=a.example&rows=b.example/1,2%0D%0A%0D%0Ahttps://b.example/3"
    let preview = try pages.text("links/paste", form + "&step=preview")
    let make = form + "&step=make" + Self.slugs(preview)
    _ = try pages.lead("links/paste", make)
    #expect(try pages.linkCount == 4)
    // The same form, sent twice.
    let again = try pages.ask("links/paste", make)
    #expect(try again.status == .ok && pages.linkCount == 4)
  }

  @Test func `nothing is made while a row is refused, and each says why`() throws {
    let pages = try Pages()
    let rows = "url,slug%0Ab.example/1,one%0Amailto:x,two%0Ab.example/3,often%0Ab.example/4,one"
    for step in ["preview", "make"] {
      let html = try pages.text("links/paste", "host=a.example&step=\(step)&rows=\(rows)")
      #expect(html.matches(of: /<span class="fault">[^<]+</).count == 3)
      #expect(html.contains("mailto:x,two") && !html.contains("value=\"make\""))
    }
    #expect(try pages.linkCount == 2)
  }

  @Test func `a refused row says its line and every field, and no cell of it is lost`() throws {
    let rows = "url,slug%0A%0Ab.example/1,one,lost%0Amailto:x,a b"
    let html = try Pages().text("links/paste", "host=a.example&step=preview&rows=\(rows)")
    #expect(html.contains("<th scope=\"row\">3</th>") && html.contains("<th scope=\"row\">4</th>"))
    #expect(html.contains("<span class=\"fault\">\(Phrase(.columnWithoutName, 3).english)<"))
    let unnamed = try Pages().text(
      "links/paste", "host=a.example&step=preview&rows=url%09%0Ab.example/1%09spring")
    #expect(unnamed.contains("<span class=\"fault\">\(Phrase(.columnWithoutName, 2).english)<"))
    let faults = html.matches(of: /<span class="fault">([^<:]+):[^<]/).map { String($0.output.1) }
    #expect(Set(faults.suffix(2)) == ["Slug", "Destination URL"], "\(faults)")
  }

  @Test(arguments: ["url,slug%0Ab.example/1,one", "b.example/1"])
  func `rows that begin with a byte order mark are read like others`(_ rows: String) throws {
    let html = try Pages().text(
      "links/paste", "host=a.example&step=preview&rows=%EF%BB%BF" + rows)
    #expect(html.contains("Create 1 link") && html.contains("https://b.example/1"))
  }

  @Test func `a table whose quotation mark is never closed makes nothing of what it swallows`()
    throws
  {
    let rows = "url,name%0Ab.example/1,%22one%0Ab.example/2,two"
    let html = try Pages().text(
      "links/paste", "host=a.example&step=preview&rows=" + rows, status: .unprocessableContent)
    #expect(html.contains("quotation mark"))
  }

  @Test(arguments: [
    ("", Phrase(.nothingPasted)), ("url,slgu%0Ab.example/1,x", Phrase(.noSuchField, "slgu")),
    ("url,URL%0Ab.example/1,b.example/2", Phrase(.fieldTwice, "URL")),
    (
      String(repeating: "b.example%0A", count: 501),
      Phrase(.tooManyRows, 501, PastedRows.limit)
    ),
  ])
  func `what cannot be read is said beside the field, with everything typed kept`(
    _ rows: String, _ fault: Phrase
  ) throws {
    let html = try Pages().text(
      "links/paste", "host=a.example&step=preview&rows=" + rows, status: .unprocessableContent)
    #expect(html.contains("aria-invalid=\"true\""))
    #expect(html.contains("id=\"rows-fault\">\(Markup(text: fault.english).html)</span>"))
    #expect(html.contains("<title>Not saved: "))
  }
}

/// Templates of campaigns, which everybody shares.
@Suite struct TemplateTests {
  @Test func `a template is saved once, chosen in one click, and brought back after its removal`()
    throws
  {
    let pages = try Pages()
    let keep = "action=keep&name=Spring mail&campaign.utm_source=mail&campaign.utm_campaign=spring"
    let saved = try pages.followed("templates", keep)
    #expect(saved.contains(Phrase.row("templates", "keep").english))
    #expect(saved.contains("utm_source=mail utm_campaign=spring"))
    #expect(try pages.text("templates?edit=Spring+mail").contains("type=\"text\" value=\"spring\""))

    #expect(try pages.text("links/new").contains("name=\"template\" value=\"Spring mail\""))
    let chosen = try pages.text(
      "links/new", "host=a.example&url=b.example/x&tags=a, b&rules=0&template=Spring mail")
    // What was typed stays, and what the template has stands open.
    #expect(chosen.contains("value=\"https://b.example/x\"") && chosen.contains("value=\"a, b\""))
    #expect(chosen.contains("<h2>Campaign</h2>") && chosen.contains("value=\"spring\""))
    #expect(try pages.linkCount == 2)

    let removed = try pages.followed("templates", "action=remove&name=Spring mail")
    #expect(removed.contains(Phrase.row("templates", "remove").english))
    #expect(removed.contains(Word.noTemplates.english))
    // The form of the notice.
    let items = removed.matches(of: /name="([a-z_.]+)" value="([^"]+)"/).map {
      "\($0.output.1)=\($0.output.2)"
    }
    let back = items.filter {
      $0.hasPrefix("action=") || $0.hasPrefix("name=") || $0.contains("utm_")
    }
    _ = try pages.lead("templates", back.joined(separator: "&"))
    #expect(try pages.text("templates").contains("utm_source=mail utm_campaign=spring"))
    #expect(try pages.text("audit").contains("Spring mail"))
  }

  @Test func `a template that was removed meanwhile makes no link, and keeps what was typed`()
    throws
  {
    let pages = try Pages()
    let html = try pages.text(
      "links/new", "host=a.example&url=b.example/x&rules=0&template=Gone")
    #expect(html.contains("value=\"https://b.example/x\"") && !html.contains("role=\"alert\""))
    #expect(try pages.linkCount == 2)
  }

  @Test func `a template without a name is refused beside its field`() throws {
    let html = try Pages().text(
      "templates", "action=keep&name=&campaign.utm_source=mail", status: .unprocessableContent)
    #expect(html.contains("id=\"name-fault\">\(Word.fieldEmpty.english)<"))
    #expect(html.contains("value=\"mail\""))
    #expect(html.contains(Word.formNotTaken.english) && html.contains("<title>Not saved: "))
  }
}

@Suite struct LinkTemplateFormTests {
  @Test(arguments: [
    ["a、b", "c"], ["\"a、b\"", "\"x\""], ["a", "、"], ["a\"、b", "\"、\"\"", "\"\""],
  ])
  func `the tags of a form are those that it was opened with`(_ tags: [String]) throws {
    var link = ShortLink(host: "a.example", slug: "x", url: "https://b.example/")
    link.tags = tags
    for form in [LinkForm(link, in: .utc), LinkForm(copyOf: link, in: .utc)] {
      #expect(LinkForm.words(form.values["tags"] ?? "") == tags)
    }
    #expect(LinkForm.words("a、b, c,, 、") == ["a", "b", "c"])
    #expect(LinkForm.words("\"a、b\"、c, \"d 、e\"、 \"f、g\" ") == ["a、b", "c", "d 、e", "f、g"])
    #expect(LinkForm.words("\"a\"、\"b\", \"c、d") == ["\"a\"", "\"b\"", "\"c", "d"])
  }

  @Test func `a text that is no redirect is named, with those that there are`() throws {
    let typed = "%EF%BC%93%EF%BC%90%EF%BC%92"
    let html = try Pages().text(
      "links/new", "host=a.example&url=b.example/x&status=\(typed)&maxClicks=%EF%BC%91&rules=0",
      status: .unprocessableContent)
    let fault = Markup(text: "'３０２' is not a redirect that keiro sends: expected one of").html
    #expect(html.contains(fault))
    let row = try Pages().text(
      "links/paste", "host=a.example&step=preview&rows=url,status%0Ab.example/x,\(typed)")
    #expect(row.contains(fault))
    #expect(html.contains(Markup(text: PageNumber.fault("１").english).html))
  }

  @Test func `what is set stands open, and the rest is behind its purpose`() throws {
    let pages = try Pages()
    let new = try pages.text("links/new")
    #expect(!new.contains("<h2>Campaign</h2>") && new.contains("<summary>Campaign</summary>"))
    #expect(new.contains("name=\"rules\" value=\"0\"") && new.contains("value=\"add\""))
    try pages.add("set") {
      $0.campaign["utm_source"] = "mail"
      $0.rules = [LinkRule(url: "https://b.example/rule")]
    }
    let edit = try pages.text("links/a.example/set?edit")
    #expect(edit.contains("<h2>Campaign</h2>") && edit.contains("<h2>Rules</h2>"))
    #expect(!edit.contains("<summary>Campaign</summary>"))
    #expect(edit.contains("<summary>More<span class=\"unseen\"> Campaign</span></summary>"))
    let rule = try pages.text("links/a.example/often?edit=rule")
    #expect(rule.contains("id=\"rules-0--url\""))
  }

  @Test
  func `the first field has the focus, or the first that was refused, of which the title tells`()
    throws
  {
    let pages = try Pages()
    func focused(_ html: String) -> [String] {
      html.matches(of: /id="([^"]+)"[^>]* autofocus/).map { String($0.output.1) }
    }
    #expect(try focused(pages.text("links/new")) == ["url"])
    #expect(try focused(pages.text("links/a.example/often?edit=1")) == ["url"])
    let refused = try pages.text(
      "links/new", "host=a.example&url=https://b.example/&slug=a b&maxClicks=x&rules=0")
    #expect(focused(refused) == ["slug"])
    let rule = "rules[0].if.from=soon&rules[0].if.share=0&rules[0].url=ftp://b.example/"
    let rules = try pages.text("links/new", "host=a.example&url=b.example&rules=1&\(rule)")
    #expect(focused(rules) == ["rules-0--url"])
    #expect(refused.contains("<title>Not saved: New link") && refused.contains("value=\"a b\""))
    #expect(refused.contains("id=\"maxClicks-fault\""))
  }

  @Test func `the last host is offered again, if it still has short links`() throws {
    let site = try #require(HostPattern("a.example"))
    let pages = try Pages(
      PagesFixture(site: SiteDefinition(hosts: [site, try #require(HostPattern("z.example"))])))
    let answer = try pages.ask("links/new", "host=z.example&slug=x&url=https://b.example/&rules=0")
    let kept = try #require(answer.fields["Set-Cookie"]).prefix { $0 != ";" }
    #expect(kept == "keiro-host=z.example")
    func chosen(_ cookie: some StringProtocol) throws -> Bool {
      return try pages.fixture.ask(
        "/dashboard/links/new", fields: pages.cookie + "Cookie: \(cookie)\r\n"
      ).text.contains(" selected>z.example</option>")
    }
    #expect(try chosen(kept) && !chosen("keiro-host=gone.example"))
  }
}
