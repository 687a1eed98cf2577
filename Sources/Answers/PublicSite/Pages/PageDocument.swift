import HTTPCore
import Service
import WebSyntax

/// A page that is rendered for a single answer.
struct PageDocument {
  let frame: PageFrame
  /// Heading and title; untrusted text, truncated and escaped here.
  let title: String
  /// Tags for the head, already escaped.
  var head: [String] = []
  /// Whether search engines may index the page.
  var isIndexed = false
  /// Whether the page contains lists of addresses, which need more room than a sentence.
  var isWide = false
  /// What stands above the heading, already escaped.
  var top: [String] = []
  /// The content after the heading, in lines, already escaped.
  var body: [String] = []

  func html() -> [UInt8] {
    let heading = VisibleText.html(title, limit: VisibleText.titleLimit)
    let robots = isIndexed ? [] : ["<meta name=\"robots\" content=\"noindex\">"]
    let header = frame.header(heading: title)
    let above = top + (header.isEmpty ? [] : [header])
    let lines =
      [
        "<!doctype html>", "<html lang=\"\(HTMLText.escape(frame.language))\">", "<head>",
        "<meta charset=\"utf-8\">", "<title>\(heading)</title>", frame.head,
      ] + robots + head + ["<style>\(frame.style.css)</style>", "</head>", "<body>"]
      + [isWide ? "<main class=\"wide\">" : "<main>"] + above
      + ["<h1 dir=\"auto\">\(heading)</h1>"] + body + ["</main>", "</body>", "</html>", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }
}

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

  func html(for visitor: PageVisitor) -> [UInt8] {
    var page = PageDocument(frame: frame, title: title)
    page.body = ["<p>\(HTMLText.escape(text))</p>"]
    if let home = frame.home {
      let text = frame.name.map { frame.words(.homeOf, $0) } ?? frame.words(.home)
      page.body.append("<a class=\"button\" href=\"\(home.html)\">\(HTMLText.escape(text))</a>")
    }
    let stores = frame.stores.html(for: visitor)
    if !stores.isEmpty { page.body.append(stores) }
    return page.html()
  }
}
