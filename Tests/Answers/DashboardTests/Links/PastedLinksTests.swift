import HTTPCore
import Links
import Testing

@testable import Dashboard

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
    _ = try pages.undo(made + "name=\"back\" value=\"\"")
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

  @Test func `a table whose quotation mark is never closed makes nothing of what it swallows`()
    throws
  {
    let rows = "url,name%0Ab.example/1,%22one%0Ab.example/2,two"
    let answer = try Pages().ask("links/paste", "host=a.example&step=preview&rows=" + rows)
    let html = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == .unprocessableContent && html.contains("quotation mark"))
  }

  @Test(arguments: [
    ("", Phrase(.nothingPasted)), ("url,slgu%0Ab.example/1,x", Phrase(.noSuchField, "slgu")),
    (
      String(repeating: "b.example%0A", count: 501),
      Phrase(.tooManyRows, 501, PastedRows.limit)
    ),
  ])
  func `what cannot be read is said beside the field, with everything typed kept`(
    _ rows: String, _ fault: Phrase
  ) throws {
    let answer = try Pages().ask("links/paste", "host=a.example&step=preview&rows=" + rows)
    let html = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == .unprocessableContent && html.contains("aria-invalid=\"true\""))
    #expect(html.contains("id=\"rows-fault\">\(Markup(text: fault.english).html)</span>"))
    #expect(html.contains("<title>Not saved: "))
  }
}
