import JSONSyntax
import Links
import Testing

@testable import Dashboard

/// What a link's page says of rules that divide its visits.
@Suite struct VisitSharePageTests {
  private func page(_ rules: [(platforms: [RulePlatform], share: Int?)]) throws -> String {
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

  private func answer(_ visitor: Word, in html: String) throws -> String {
    let name = Markup(text: visitor.text(in: .english)).html
    let row = try #require(html.firstRange(of: "<dt>\(name)</dt><dd>"))
    let end = try #require(html[row.upperBound...].firstRange(of: "</dd>"))
    return String(html[row.upperBound..<end.lowerBound])
  }

  @Test func `every outcome is shown with its share`() throws {
    let html = try page([([.iPhone], 30), ([.android], 60)])
    let iPhone = try answer(.iphoneSafari, in: html)
    #expect(
      iPhone.contains("https://b.example/most</span> <span class=\"soft\">·\u{A0}70 of 100 visits"))
    #expect(iPhone.contains("https://b.example/rule1"))
    #expect(iPhone.contains("Rule 1</span> <span class=\"soft\">·\u{A0}30 of 100 visits"))
    let android = try answer(.androidAnotherBrowser, in: html)
    #expect(android.contains("Rule 2</span> <span class=\"soft\">·\u{A0}60 of 100 visits"))
    #expect(!(try answer(.desktop, in: html)).contains("of 100 visits"))
    #expect(html.contains("the table shows what most of them get"))
  }

  @Test func `a link without shares has one answer for each visitor`() throws {
    let html = try page([([.iPhone], nil)])
    #expect(try answer(.iphoneSafari, in: html).contains("Rule 1"))
    #expect(!html.contains("of 100 visits") && !html.contains("most of them"))
  }
}
