import Doctor
import JSONSyntax
import Links
import Management
import SiteModel
import Testing
import WebSyntax

@testable import Dashboard

/// What was found wrong stands wherever someone would look for it.
@Suite struct AttentionTests {
  private func pages(_ verdicts: [DoctorVerdict]) throws -> Pages {
    let results = verdicts.map { CheckResult(.dns, $0, "no address", help: "add a record") }
    return try Pages(
      PagesFixture(examined: [
        HostReport(
          host: "a.example", results: results, isReached: true,
          time: Timestamp(secondsSinceEpoch: 0))
      ]))
  }

  @Test(arguments: Language.allCases)
  func `a host that fails checks is on the overview and on its site's card`(
    _ language: Language
  ) throws {
    let pages = try pages([.fail, .warn, .fail, .pass])
    let words = Markup(text: Phrase(.failingChecks, 2).text(in: language)).html
    let overview = try pages.text("", in: language)
    let fact = StatusFact(.doctor, "a.example", detail: "dns, dns", count: 2)
    let title = Markup(text: language.sentence(Sentence(fact))).html
    let item = "<a href=\"/dashboard/sites/a.example#doctor\">\(title)</a>"
    // It stands before the statistics.
    let parts = overview.split(separator: "id=\"clicks\"", maxSplits: 1)
    #expect(parts.count == 2 && parts[0].contains("id=\"status\"") && parts[0].contains(item))
    #expect(overview.split(separator: "card attention").count == 2)
    let name = Word.status.text(in: language)
    #expect(overview.contains("<span>\(name)</span> <span class=\"badge warn\">1</span>"))
    let sites = try pages.text("sites", in: language)
    #expect(
      sites.contains(
        "<a class=\"badge bad\" href=\"/dashboard/sites/a.example#doctor\">\(words)</a>"))
    #expect(try pages.text("sites/a.example").contains("id=\"doctor\""))
  }

  @Test func `a host without failing checks needs no attention`() throws {
    let pages = try pages([.warn, .pass])
    let overview = try pages.text("")
    #expect(!overview.contains("#attention\"") && !overview.contains("id=\"status\""))
    #expect(!(try pages.text("sites").contains("badge bad")))
  }

  @Test func `every host that the overview may name has a page with its results`() throws {
    var site = SiteDefinition(hosts: [try #require(HostPattern("a.example"))])
    site.alternateHost = HostPattern("open.a.example")
    let report = HostReport(
      host: "open.a.example", results: [CheckResult(.dns, .fail, "no address", help: "")],
      isReached: true, time: Timestamp(secondsSinceEpoch: 0))
    let pages = try Pages(PagesFixture(site: site, examined: [report]))
    let address = "/dashboard/sites/open.a.example#doctor"
    #expect(try pages.text("").contains("href=\"\(address)\">1 failing check on open.a.example"))
    #expect(try pages.text("sites").contains("href=\"\(address)\">1 failing check</a>"))
    let page = try pages.text("sites/open.a.example")
    #expect(page.contains("no address"))
  }

  @Test func `a finding in the configuration is told in the reader's language`() throws {
    let sentence = Sentence("the link 'x' is over", "リンク「x」は終了しています")
    let pages = try Pages(
      PagesFixture(findings: [.init(isError: false, path: "sites[0]", sentence: sentence)]))
    #expect(try pages.text("sites").contains("the link &#39;x&#39; is over</span>"))
    let html = try pages.text("sites", in: .japanese)
    #expect(html.contains(sentence.japanese) && !html.contains("is over"))
  }
}
