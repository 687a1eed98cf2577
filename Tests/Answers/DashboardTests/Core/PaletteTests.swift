import HTTPCore
import JSONSyntax
import LinkStorage
import Testing

@testable import Dashboard

@Suite struct PaletteTests {
  private func entries(_ html: String) -> [String] {
    html.matches(of: /<li data-(?:href="\/dashboard\/|presses=")([^"]*)">/).map {
      String($0.output.1)
    }
  }

  @Test(arguments: Language.allCases)
  func `the palette knows what there is to do, in the reader's language`(
    _ language: Language
  ) throws {
    let html = try Pages().text("", in: language)
    #expect(
      entries(html)
        == ["links/new", "sessions", "zone", "help", "design", ".who button"])
    for word in [Word.newLink, .sessions, .timeZone, .help, .design, .signOut] {
      #expect(html.contains(">\(word.text(in: language))</li>"), "\(word.english)")
    }
    #expect(html.contains("data-nothing=\"\(Word.nothingFound.text(in: language))\""))
  }

  @Test func `the palette leads readers of links to no form for one`() throws {
    let pages = try PagesFixture()
    let cookie = try pages.cookie([.readLinks])
    let answer = try pages.ask("/dashboard/", fields: cookie + "Accept: text/html\r\n")
    let html = String(decoding: answer.body, as: UTF8.self)
    #expect(entries(html) == ["sessions", "zone", "help", "design", ".who button"])
  }
}
