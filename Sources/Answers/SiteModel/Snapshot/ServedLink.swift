package import HTTPCore
package import Links

/// A link with what a decision about it takes from its site.
package final class ServedLink: Sendable {
  package let link: ShortLink
  package let site: LinkSite
  /// Whether it is one of the configuration.
  package let isConfigured: Bool

  package init(_ link: ShortLink, site: LinkSite, isConfigured: Bool = false) {
    self.link = link
    self.site = site
    self.isConfigured = isConfigured
  }

  /// Whether visits are counted; a long link has no name for its counts.
  package var hasName: Bool { !link.slug.isEmpty }

  /// Whether its page offers a code to type into a new app. A code of a link with a password would
  /// be a way around it.
  package var offersCode: Bool {
    hasName && link.password == nil && site.deferred.contains(.code)
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
    RedirectCaching(of: link, status, query: query, now: now, site: site).append(to: &fields)
    return HTTPResponse(status.httpStatus, fields: fields)
  }
}
