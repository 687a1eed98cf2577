import HTTPCore
import WebSyntax

/// A page with a short message, such as not found or gone. It links to the top of the site and to
/// the app.
struct NoticePage {
  let frame: PageFrame
  let title: String
  let text: String

  var fields: HTTPFields {
    var fields = HTTPFields([
      "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
    ])
    frame.security.append(to: &fields)
    return fields
  }

  func html() -> [UInt8] {
    var page = PageDocument(frame: frame, title: title)
    page.body = ["<p>\(HTMLText.escape(text))</p>"]
    if let home = frame.home {
      let text = frame.name.map { frame.words(.homeOf, $0) } ?? frame.words(.home)
      page.body.append("<a class=\"button\" href=\"\(home.html)\">\(HTMLText.escape(text))</a>")
    }
    if !frame.stores.isEmpty { page.body.append(frame.stores) }
    return page.html()
  }
}
