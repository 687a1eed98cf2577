package import HTTPCore
package import Links
import WebSyntax

/// A link with what a decision about it takes from its site.
package final class ServedLink: Sendable {
  package let link: ShortLink
  package let site: LinkSite
  /// Whether it is one of the configuration.
  package let isConfigured: Bool
  /// What follows the slug and a slash in the address that found the link, as it was written; nil
  /// for the address of the link itself.
  package let path: String?

  package init(
    _ link: ShortLink, site: LinkSite, isConfigured: Bool = false, path: String? = nil
  ) {
    self.link = link
    self.site = site
    self.isConfigured = isConfigured
    self.path = path
  }

  /// The same link, found by an address that goes on behind its slug.
  func found(before path: ArraySlice<UInt8>) -> ServedLink {
    ServedLink(
      link, site: site, isConfigured: isConfigured, path: PercentCoding.encodeUnsafe(path))
  }

  /// What the address has behind the slug, with its slash; empty for nothing.
  package var pathSuffix: String { path.map { "/" + $0 } ?? "" }

  /// Whether visits are counted; a long link has no name for its counts.
  package var hasName: Bool { !link.slug.isEmpty }

  /// Whether its page offers a code to type into a new app. A code of a link with a password would
  /// be a way around it.
  package var offersCode: Bool {
    hasName && path == nil && link.password == nil && site.deferred.contains(.code)
  }

  /// The redirect of a visit.
  ///
  /// - Parameters:
  ///   - location: The address that was decided.
  ///   - status: The code that was decided.
  ///   - query: The query of the visit.
  ///   - now: The time of the visit.
  package func redirect(
    to location: String, _ status: ShortLink.RedirectStatus, query: String?, now: Timestamp
  ) -> HTTPResponse {
    var fields = HTTPFields(["Location": location])
    let visit = Visit(query: query, path: path)
    RedirectCaching(of: link, status, visit: visit, now: now, site: site).append(to: &fields)
    return HTTPResponse(status.httpStatus, fields: fields)
  }
}
