import HTTPCore
import JSONSyntax
import Links
import Testing

@testable import Dashboard

/// A password that was typed once does not vanish without a word.
@Suite struct LostPasswordTests {
  private static let link = "host=a.example&slug=locked&url=https://b.example/&rules=0"
  private static let lost = "&password-lost=yes&password="

  @Test(arguments: ["&action=preview", "&rule=add", "&url=x:bad"])
  func `the form remembers that there was one`(step: String) throws {
    let pages = try Pages()
    let link = step.contains("url=") ? Self.link.replacing("https:", with: "x:") : Self.link
    let html = try pages.text(
      "links/new", link + "&password=secret" + (step.contains("url=") ? "" : step))
    #expect(html.contains("name=\"password-lost\" value=\"yes\""))
    #expect(html.contains("name=\"password-none\""))
    #expect(!html.contains("secret\""))
  }

  @Test func `a new link is not made without it, unless that is wanted`() throws {
    let pages = try Pages()
    let refused = try pages.ask("links/new", Self.link + Self.lost)
    #expect(refused.status == .unprocessableContent)
    let html = String(decoding: refused.body, as: UTF8.self)
    #expect(html.contains("href=\"#password\">Password: Type the password again"))
    #expect(try pages.link("locked") == nil)
    _ = try pages.ask("links/new", Self.link + Self.lost + "secret")
    #expect(try pages.link("locked")?.password != nil)
    let open = Self.link.replacing("locked", with: "open") + Self.lost + "&password-none=yes"
    _ = try pages.ask("links/new", open)
    #expect(try pages.link("open").map { $0.password == nil } == true)
  }

  @Test func `a preview shows that there is one, also to a script that keeps it`() throws {
    let pages = try Pages()
    func planned(_ items: String) throws -> Bool {
      let html = try pages.text("links/new", Self.link + "&action=preview" + items)
      return html.contains("<dt>Password</dt><dd>\(Word.passwordIsAsked.english)</dd>")
    }
    #expect(try planned("&password=secret"))
    #expect(try planned("&has-password=yes"))
    #expect(try !planned("&password="))
  }

  @Test(arguments: Language.allCases)
  func `a preview after the end of a session tells of it`(_ language: Language) throws {
    let answer = try Pages().fixture.ask(
      "/dashboard/links/new", method: "POST",
      fields: "Accept: text/html\r\nAccept-Language: \(language.rawValue)\r\n",
      body: Self.link + "&action=preview")
    let html = String(decoding: answer.body, as: UTF8.self)
    #expect(html.contains("<body class=\"alone\">"))
    let told = Word.sessionEnded.text(in: language)
    #expect(html.contains("<div class=\"notice warn\" role=\"status\"><p>\(told)</p></div>"))
  }

  @Test func `a link is not saved without it`() throws {
    let pages = try Pages()
    let save = "action=save&url=https://c.example/&rules=0"
    let refused = try pages.ask("links/a.example/often", save + Self.lost)
    #expect(refused.status == .unprocessableContent)
    #expect(try pages.link("often")?.url == "https://b.example/often")
    _ = try pages.ask("links/a.example/often", save + Self.lost + "&password-none=yes")
    #expect(try pages.link("often")?.url == "https://c.example/")
    _ = try pages.ask("links/a.example/often", save + Self.lost + "secret")
    #expect(try pages.link("often")?.password != nil)
    // Who takes the earlier one away needs no new one.
    _ = try pages.ask("links/a.example/often", save + Self.lost + "&removes-password=yes")
    #expect(try pages.link("often").map { $0.password == nil } == true)
  }
}
