import AppAssociation

/// A page with a short message: not found, gone, unreadable.
struct NoticePage {
  let language: String
  let siteTitle: String?
  let title: String
  let text: String

  func html() -> [UInt8] {
    var page = PageDocument(language: language, siteTitle: siteTitle, title: title)
    page.body = ["<p>\(HTMLText.escape(text))</p>"]
    return page.html()
  }
}
