package import Links
import WebSyntax

/// The preview of a link in chat apps.
package struct SocialCard: Equatable, Sendable {
  /// The title; empty if even the destination has no readable host.
  package let title: String
  package let description: String?
  package let image: String?

  /// - Parameters:
  ///   - siteTitle: the name of the site, for a link without a title of its own.
  ///   - destination: the address whose host is the title when there is no other.
  package init(link: ShortLink, siteTitle: String?, destination: String) {
    let own = VisibleText.line(link.social.title, limit: VisibleText.titleLimit)
    title = own ?? siteTitle ?? Self.host(of: destination) ?? ""
    description = VisibleText.line(
      link.social.description, limit: VisibleText.descriptionLimit)
    image = link.social.image.flatMap { text in
      WebURL(text).flatMap { URLScheme.isWeb($0.scheme) ? text : nil }
    }
  }

  /// The host of an address in readable form; nil when there is none.
  package static func host(of text: String) -> String? {
    WebURL(text).flatMap { VisibleText.line($0.host, limit: VisibleText.titleLimit) }
  }
}
