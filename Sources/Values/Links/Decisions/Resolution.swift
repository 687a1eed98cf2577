/// Where a link leads an app that asks, rather than a browser: no page, no store, no fallback.
package enum Resolution: Equatable, Sendable {
  /// The link's destination with the query and the campaign, or `expiredURL` after its end.
  case destination(String)
  case notFound
  case gone
  case needsPassword
}

/// Resolves a link for an app that was opened by it; the same rules about time, counts, passwords
/// and allowed destinations hold as for browsers.
package func resolve(
  _ link: ShortLink, visit: Visit, now: Timestamp, site: LinkSite = LinkSite()
) -> Resolution {
  var visit = visit
  visit.wantsExplanation = false
  switch Decider.resolution(of: link, visit: visit, now: now, site: site) {
  case .redirect(let location, _): return .destination(location)
  case .notFound: return .notFound
  case .passwordForm: return .needsPassword
  case .gone, .explanation, .preview, .landing: return .gone
  }
}
