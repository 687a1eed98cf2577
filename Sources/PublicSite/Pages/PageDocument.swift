import AppAssociation

/// The frame of every page that is rendered for a single answer.
struct PageDocument {
  /// BCP 47.
  let language: String
  /// Shown above the heading, unless it is the heading.
  let siteTitle: String?
  /// Heading and title; untrusted text, cut and escaped here.
  let title: String
  /// Tags for the head, already escaped.
  var head: [String] = []
  /// Whether search engines may keep the page.
  var isIndexed = false
  /// Whether the page contains lists of addresses, which need more room than a sentence.
  var isWide = false
  /// The content after the heading, in lines, already escaped.
  var body: [String] = []

  func html() -> [UInt8] {
    let heading = VisibleText.html(title, limit: VisibleText.titleLimit)
    let robots = isIndexed ? [] : ["<meta name=\"robots\" content=\"noindex\">"]
    let lines =
      [
        "<!doctype html>", "<html lang=\"\(HTMLText.escape(language))\">", "<head>",
        "<meta charset=\"utf-8\">", "<title>\(heading)</title>",
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
        "<meta name=\"color-scheme\" content=\"light dark\">",
      ] + robots + head + ["<style>\(PageStyle.css)</style>", "</head>", "<body>"]
      + [isWide ? "<main class=\"wide\">" : "<main>"] + site
      + ["<h1 dir=\"auto\">\(heading)</h1>"] + body + ["</main>", "</body>", "</html>", ""]
    return Array(lines.joined(separator: "\n").utf8)
  }

  private var site: [String] {
    guard let siteTitle, siteTitle != title else { return [] }
    let name = VisibleText.html(siteTitle, limit: VisibleText.titleLimit)
    return ["<p class=\"site\" dir=\"auto\">\(name)</p>"]
  }
}
