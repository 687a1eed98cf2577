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
      page.body.append(home.link(text))
    }
    let stores = frame.stores.html(for: visitor)
    if !stores.isEmpty { page.body.append(stores) }
    return page.html()
  }
}

/// An address that is safe in an attribute of a page: one that runs script cannot be created.
///
/// Addresses come from links, and links from many sources. The store has checked them already, but
/// a page that relied on this would be one import away from running foreign code.
struct PageAddress: Equatable {
  /// The address with characters that no URL may contain percent-encoded, but not escaped for HTML.
  let text: String

  /// The bytes of the longest destination when encoded as a whole into another address.
  private static let bytes = 3 * 8192

  init?(web text: String?) { self.init(text, where: URLScheme.isWeb) }

  /// An https address, for pictures on a secure page; nil for any other.
  init?(secure text: String?) { self.init(text) { $0 == "https" } }

  /// An address of an app; nil for a scheme reserved for browsers.
  init?(app text: String?) { self.init(text, where: URLScheme.isAvailableToApps) }

  private init?(_ text: String?, where isSafe: (_ scheme: String) -> Bool) {
    guard let text, let scheme = WebURL(text)?.scheme, isSafe(scheme) else { return nil }
    self.init(encoding: text)
  }

  /// An `intent:` address from a decision, with which Android's browsers open an app; nil for any
  /// other.
  init?(intent text: String?) {
    guard let text, text.hasPrefix("intent://"), text.hasSuffix(";end") else { return nil }
    self.init(encoding: text)
  }

  /// A path and query on the page's own host; nil for a text that a browser reads as another host.
  init?(local text: String) {
    guard text.hasPrefix("/"), !text.hasPrefix("//"), !text.hasPrefix("/\\") else { return nil }
    self.init(encoding: text)
  }

  private init?(encoding text: String) {
    let encoded = PercentCoding.encodeUnsafe(text.utf8)
    guard encoded.utf8.count <= Self.bytes else { return nil }
    self.text = encoded
  }

  var html: String { HTMLText.escape(text) }

  func link(_ words: String, style: String = "button") -> String {
    "<a class=\"\(style)\" href=\"\(html)\">\(HTMLText.escape(words))</a>"
  }
}
