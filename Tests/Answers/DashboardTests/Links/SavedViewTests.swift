import HTTPCore
import JSONSyntax
import Testing

@testable import Dashboard

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
    return String(decoding: answer.body, as: UTF8.self)
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
    #expect(try change("action=save&name=more&list-tag=t", views: views).status == .badRequest)
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
    #expect(try change("action=save&name=x&list-search=\(long)").status == .badRequest)
    #expect(try change("action=save&name=&list-tag=t").status == .badRequest)
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
