import HTTPCore
import JSONSyntax
import Links
import Testing

@testable import Dashboard

@Suite struct LinkNumbersTests {
  @Test(arguments: Language.allCases)
  func `the numbers of a link stand before its periods, its facts and its code`(
    _ language: Language
  ) throws {
    let html = try Pages().text("links/a.example/often", in: language)
    let places = try [
      "<dl class=\"figures\">", "<form method=\"get\"", "<section class=\"card link-facts\">",
      "class=\"qr\"", "<div class=\"columns\">",
    ].map { try #require(html.firstRange(of: $0), "\($0)").lowerBound }
    #expect(places == places.sorted())
  }

  @Test(arguments: Language.allCases)
  func `only the clicks of the period are called clicks beside the sum of all`(
    _ language: Language
  ) throws {
    let html = try Pages().text("links/a.example/often?period=7d", in: language)
    let (clicks, total) = (Word.clicks.text(in: language), Word.clicksInTotal.text(in: language))
    #expect(html.matches(of: /<dt>([^<]*)<\/dt>/).count { $0.output.1 == clicks } == 1)
    #expect(html.contains("<dt>\(total)</dt><dd>9</dd>"))
  }
}

/// Pages name a link as its visitors know it: by its short URL, with the prefix of its site.
@Suite struct NamedLinkTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  private static let shown = "a.example/s/often"

  @Test func `a question names the link or links that it is about`() throws {
    let one = try pages.text("links/a.example/often", "action=delete")
    #expect(one.contains("<h1>Delete \(Self.shown)?</h1>"))
    let many = try pages.text("links", "link=a.example/often&link=a.example/seldom&action=delete")
    #expect(many.contains("<li>\(Self.shown)</li><li>a.example/s/seldom</li>"))
    // What the form sends back is the key of the link.
    #expect(many.contains("name=\"link\" value=\"a.example/often\""))
  }

  @Test func `a deleted link and the audit log name it`() throws {
    _ = try pages.ask("links/a.example/often", "action=delete&confirmed=yes")
    #expect(try pages.text("links/a.example/often").contains(">\(Self.shown)</h1>"))
    #expect(
      try pages.text("audit").contains(
        "href=\"/dashboard/links/a.example/often\">\(Self.shown)</a>"))
  }

  @Test func `an action that changes nothing says so as a warning`() throws {
    let done = try pages.followed("links", "link=a.example/often&action=tag&tag=spring")
    #expect(
      done.contains(
        "<div class=\"notice warn\" role=\"status\"><p>Nothing changed: 1 link was already that way.</p></div>"
      ))
  }

  @Test func `a slug in another script is shown in its letters, and copied as a URL`() throws {
    try pages.add("春")
    for path in ["links", "links/a.example/%E6%98%A5", "audit"] {
      #expect(
        try pages.text(path).contains(">a.example/s/春</a>") == (path != "links/a.example/%E6%98%A5")
      )
    }
    let page = try pages.text("links/a.example/%E6%98%A5")
    #expect(page.contains(">https://a.example/s/春</a>"))
    #expect(page.contains("data-copy=\"https://a.example/s/%E6%98%A5\""))
  }
}

/// What a link's page says of rules that divide its visits.
@Suite struct VisitSharePageTests {
  private func page(_ rules: [(platforms: [UserAgent.Platform], share: Int?)]) throws -> String {
    let pages = try Pages()
    var link = ShortLink(host: "a.example", slug: "divided", url: "https://b.example/most")
    link.rules = rules.enumerated().map { position, rule in
      var condition = LinkRule.Condition()
      (condition.platforms, condition.share) = (rule.platforms, rule.share)
      return LinkRule(if: condition, url: "https://b.example/rule\(position + 1)")
    }
    try pages.add(link)
    return try pages.text("links/a.example/divided")
  }

  private func answer(_ visitor: Decision.Visitor, in html: String) throws -> String {
    let name = Markup(text: visitor.word.english).html
    let row = try #require(html.firstRange(of: "<dt>\(name)</dt><dd>"))
    let end = try #require(html[row.upperBound...].firstRange(of: "</dd>"))
    return String(html[row.upperBound..<end.lowerBound])
  }

  @Test func `every outcome is shown with its share`() throws {
    let html = try page([([.iPhone], 30), ([.android], 60)])
    let iPhone = try answer(.iPhone, in: html)
    #expect(
      iPhone.contains("https://b.example/most</span> <span class=\"soft\">·\u{A0}70 of 100 visits"))
    #expect(iPhone.contains("https://b.example/rule1"))
    #expect(iPhone.contains("Rule 1</span> <span class=\"soft\">·\u{A0}30 of 100 visits"))
    let android = try answer(.androidOther, in: html)
    #expect(android.contains("Rule 2</span> <span class=\"soft\">·\u{A0}60 of 100 visits"))
    #expect(!(try answer(.desktop, in: html)).contains("of 100 visits"))
    #expect(html.contains("the table shows what most of them get"))
  }

  @Test func `a link without shares has one answer for each visitor`() throws {
    let html = try page([([.iPhone], nil)])
    #expect(try answer(.iPhone, in: html).contains("Rule 1"))
    #expect(!html.contains("of 100 visits") && !html.contains("most of them"))
  }
}

/// What a link's page, and the preview of a new link, say of its visitors in the states of a link.
@Suite struct VisitorStateTests {
  @Test func `a link with a password asks everybody for it, chat apps too`() throws {
    let pages = try Pages()
    try pages.add("locked", url: "https://b.example/inside") {
      $0.password = PasswordHash("hush")
      $0.social.title = "Secret sale"
    }
    let typed = "host=a.example&url=https://b.example/inside&social.title=Secret sale&rules=0"
    for html in [
      try pages.text("links/a.example/locked"),
      try pages.text("links/new", typed + "&password=hush&action=preview"),
    ] {
      #expect(
        html.contains(
          "<dt>\(Word.everybody.english)</dt><dd><span>\(Word.passwordQuestion.english)"))
      #expect(
        html.contains(Word.chatsSeeForm.english) && !html.contains("<strong dir=\"auto\">Secret"))
      #expect(html.contains("<h3>\(Word.afterPassword.english)</h3>"))
      // The tap matrix says the same.
      #expect(html.contains(">\(Phrase.row("result", "form").english)</span></td>"))
      #expect(!html.contains(">\(Phrase.row("result", "site").english)</span></td>"))
    }
  }

  @Test func `a site without an app offers neither app nor store`() throws {
    let html = try Pages().text("links/a.example/often")
    #expect(
      html.contains(Word.pageWithOneButtonTo.english) && !html.contains("A page with buttons"))
  }

  @Test func `a link that has ended tells so of everybody`() throws {
    let pages = try Pages()
    try pages.add("over") { $0.expires = Timestamp("2020-01-01T00:00:00Z") }
    let html = try pages.text("links/a.example/over")
    #expect(html.contains("<dt>\(Word.everybody.english)</dt><dd><span class=\"badge bad\">Gone<"))
  }

  @Test func `a refused QR code keeps its form, with the reason beside the field`() throws {
    let html = try Pages().text(
      "links/a.example/often?qr=png&size=512&margin=7&color=%23ffff00&ground=%23ffffff",
      status: .badRequest)
    #expect(html.contains("id=\"color-fault\""))
    #expect(html.contains("value=\"#ffff00\" autofocus aria-invalid=\"true\""))
    #expect(html.contains("value=\"7\"") && html.contains("<details class=\"data\" open>"))
    #expect(html.contains("<option value=\"512\" selected>"))
  }
}
