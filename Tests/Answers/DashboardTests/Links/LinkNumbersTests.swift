import JSONSyntax
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
