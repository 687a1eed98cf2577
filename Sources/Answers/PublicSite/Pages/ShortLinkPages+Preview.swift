import HTTPCore
import Links
import Service
import WebSyntax

extension ShortLinkPages {
  /// The page for services that show a preview of the link: its tags are for them, its words for
  /// people whose browser was mistaken for such a service.
  ///
  /// Sources: The Open Graph protocol; X Developer Platform, "Cards markup".
  func preview(_ link: ShortLink, destination: String, shortURL: String) -> HTTPResponse {
    let card = SocialCard(link: link, siteTitle: frame.name, destination: destination)
    var page = document(card.title)
    page.isIndexed = true
    page.head = card.tags(shortURL: PageAddress(web: shortURL), siteTitle: frame.name)
    if let description = card.description {
      page.body.append("<p dir=\"auto\">\(HTMLText.escape(description))</p>")
    }
    if let address = PageAddress(web: destination) {
      let text = HTMLText.escape(words(.continueInBrowser))
      page.body.append("<a class=\"button\" href=\"\(address.html)\">\(text)</a>")
    }
    return response(page, dependsOnAgent: true, outcome: .preview)
  }
}

extension SocialCard {
  fileprivate func tags(shortURL: PageAddress?, siteTitle: String?) -> [String] {
    let image = PageAddress(web: image)
    var tags: [String] = []
    func add(_ kind: String, _ name: String, _ html: String?) {
      if let html { tags.append("<meta \(kind)=\"\(name)\" content=\"\(html)\">") }
    }
    let titleHTML = HTMLText.escape(title)
    let descriptionHTML = description.map(HTMLText.escape)
    add("name", "description", descriptionHTML)
    if let shortURL { tags.append("<link rel=\"canonical\" href=\"\(shortURL.html)\">") }
    add("property", "og:type", "website")
    add("property", "og:title", titleHTML)
    add("property", "og:url", shortURL?.html)
    add("property", "og:site_name", siteTitle.map(HTMLText.escape))
    add("property", "og:description", descriptionHTML)
    add("property", "og:image", image?.html)
    add("property", "og:image:alt", image.map { _ in titleHTML })
    add("name", "twitter:card", image == nil ? "summary" : "summary_large_image")
    add("name", "twitter:title", titleHTML)
    add("name", "twitter:description", descriptionHTML)
    add("name", "twitter:image", image?.html)
    return tags
  }
}
