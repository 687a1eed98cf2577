/// The target of a link for an app rather than a browser: no page, no store, no fallback.
package enum Resolution: Equatable, Sendable {
  /// The link's destination with query and campaign, or `expiredURL` after the link's end.
  case destination(String)
  case notFound
  case gone
  case needsPassword
}

/// Resolves a link for an app that was opened by it. Times, counts, passwords and allowed destinations
/// apply as for browsers.
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
