import AppAssociation

/// A page that only says something: not found, gone, unreadable.
struct NoticePage {
  let language: String
  let siteTitle: String?
  let title: String
  let text: String

  func html() -> [UInt8] {
    let site = siteTitle.map { "<p class=\"site\">\(HTMLText.escape($0))</p>\n" } ?? ""
    return Array(
      """
      <!doctype html>
      <html lang="\(HTMLText.escape(language))">
      <head>
      <meta charset="utf-8">
      <title>\(HTMLText.escape(title))</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="robots" content="noindex">
      <style>\(PageStyle.css)</style>
      </head>
      <body>
      <main>
      \(site)<h1>\(HTMLText.escape(title))</h1>
      <p>\(HTMLText.escape(text))</p>
      </main>
      </body>
      </html>

      """.utf8)
  }
}
