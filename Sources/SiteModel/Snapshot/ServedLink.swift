import AppAssociation
package import HTTPCore
package import Links

/// A link in prepared form, with a prepared answer where nothing in a visit changes it.
package final class ServedLink: Sendable {
  // The fields that nearly every visit needs come first, so that they share cache lines.

  /// The redirect of a visit without a query from a desktop; nil when it depends on time, counts, a
  /// password or a page.
  private let plainRedirect: HTTPResponse?
  private let isPlainOnApple: Bool
  private let isPlainOnAndroid: Bool
  /// Whether visits are counted; a long link has no name for its counts.
  package let hasName: Bool
  package let link: ShortLink
  package let site: LinkSite

  package init(_ link: ShortLink, site: LinkSite) {
    self.link = link
    self.site = site
    hasName = !link.slug.isEmpty
    isPlainOnApple = !link.apple.namesStoreOrFallback
    isPlainOnAndroid = link.android == ShortLink.Android() && site.packageName == nil
    plainRedirect = Self.plainRedirect(link, site)
  }

  private static func plainRedirect(_ link: ShortLink, _ site: LinkSite) -> HTTPResponse? {
    let isPlain =
      link.notBefore == nil && link.expires == nil && link.maxClicks == nil && !link.archived
      && link.password == nil && link.social.isEmpty && link.desktop.fallback == nil
    guard isPlain else { return nil }
    let decision = decide(
      link, visit: Visit(query: nil), now: Timestamp(secondsSinceEpoch: 0), site: site)
    guard case .redirect(let location, let status) = decision.outcome else { return nil }
    let caching = RedirectCaching(
      of: link, status, query: nil, now: Timestamp(secondsSinceEpoch: 0), site: site)
    return redirect(to: location, status, caching).prepared()
  }

  /// The answer to a visit without a query, if that needs no decision.
  package func readyAnswer(for agent: UserAgent) -> HTTPResponse? {
    guard var answer = plainRedirect else { return nil }
    switch agent.platform {
    case .iPhone, .iPad: guard isPlainOnApple, agent.inAppBrowser == nil else { return nil }
    case .android: guard isPlainOnAndroid else { return nil }
    case .macOS, .windows, .linux, .chromeOS, .unknown: break
    }
    answer.subject = self
    return answer
  }

  /// The redirect of a visit that needs a decision.
  ///
  /// - Parameter query: of the visit.
  package func redirect(
    to location: String, _ status: ShortLink.RedirectStatus, query: String?, now: Timestamp
  ) -> HTTPResponse {
    Self.redirect(
      to: location, status,
      RedirectCaching(of: link, status, query: query, now: now, site: site))
  }

  private static func redirect(
    to location: String, _ status: ShortLink.RedirectStatus, _ caching: RedirectCaching
  ) -> HTTPResponse {
    var fields = HTTPFields(["Location": location, "Cache-Control": caching.cacheControl])
    if caching.variesByAgent { fields.append("Vary", "User-Agent") }
    fields.append("X-Content-Type-Options", "nosniff")
    return HTTPResponse(
      HTTPStatus(code: status.rawValue) ?? .found, fields: fields)
  }
}
