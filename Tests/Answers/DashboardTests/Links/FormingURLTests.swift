import Testing

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
