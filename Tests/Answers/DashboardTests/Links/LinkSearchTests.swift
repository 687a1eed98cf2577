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
    let word = Markup(text: Phrase.notState("open", LinkListing.states).text(in: language)).html
    let pages = try Pages()
    var link = ShortLink(host: "a.example", slug: "issues", url: "https://b.example/?q=is:open")
    link.name = "Open issues"
    try pages.add(link)
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
      let answer = try pages.ask("links?" + query, in: language)
      #expect(answer.status == .badRequest)
      let html = String(decoding: answer.body, as: UTF8.self)
      #expect(html.contains("type=\"search\" value=\"often"), "\(query)")
      let reason = Sentence(LinkFault.notHost(host))
      #expect(html.contains(Markup(text: language.sentence(reason)).html), "\(query)")
    }
  }
}
