package import HTTPCore
package import Links
import WebSyntax

/// A link with the data of its site that decisions about it need.
package final class ServedLink: Sendable {
  package let link: ShortLink
  package let site: LinkSite
  package let isConfigured: Bool
  /// The rest of the requested address after the slug and a slash, as it was written; nil for the
  /// address of the link itself.
  package let path: String?

  package init(
    _ link: ShortLink, site: LinkSite, isConfigured: Bool = false, path: String? = nil
  ) {
    self.link = link
    self.site = site
    self.isConfigured = isConfigured
    self.path = path
  }

  /// Returns the same link as found by an address that continues after its slug.
  func found(before path: ArraySlice<UInt8>) -> ServedLink {
    ServedLink(
      link, site: site, isConfigured: isConfigured, path: PercentCoding.encodeUnsafe(path))
  }

  /// The rest of the address after the slug, including the slash; empty when there is none.
  package var pathSuffix: String { path.map { "/" + $0 } ?? "" }

  /// Whether visits are counted; a long link has no name to count under.
  package var hasName: Bool { !link.slug.isEmpty }

  /// Whether the link's page offers a code to type into a new app. For a link with a password, a
  /// code would bypass the password.
  package var offersCode: Bool {
    hasName && path == nil && link.password == nil && site.deferred.contains(.code)
  }

  /// Returns the redirect of a visit.
  ///
  /// - Parameters:
  ///   - location: the address that was decided.
  ///   - status: the code that was decided.
  ///   - query: the query of the visit.
  ///   - now: the time of the visit.
  package func redirect(
    to location: String, _ status: ShortLink.RedirectStatus, query: String?, now: Timestamp
  ) -> HTTPResponse {
    var fields = HTTPFields(["Location": location])
    let visit = Visit(query: query, path: path)
    RedirectCaching(of: link, status, visit: visit, now: now, site: site).append(to: &fields)
    return HTTPResponse(status.httpStatus, fields: fields)
  }
}
