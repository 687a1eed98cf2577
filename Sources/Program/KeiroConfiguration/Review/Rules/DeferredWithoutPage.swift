import JSONSyntax
import Links
import SiteModel

/// A link without copying and without a code, on a site that offers deferred links: in Safari it
/// redirects to the web, because it names no store, and visitors never see the page that offers the
/// link for later.
enum DeferredWithoutPage: ConfigurationRule {
  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    for (path, site) in subject.sites {
      guard let shortLinks = site.shortLinks,
        shortLinks.deferred.contains(where: { $0 == .paste || $0 == .code })
      else { continue }
      for link in shortLinks.links where link.skipPage || !link.apple.namesStoreOrFallback {
        let address = link.apple.fallback ?? (link.apple.appStoreID == nil ? link.url : nil)
        let ways = address.map(subject.snapshot.deferredWays) ?? []
        guard !ways.contains(where: { $0 == .paste || $0 == .code }) else { continue }
        report.warn(
          jsonPath(path + ".shortLinks.links", member: link.slug),
          "Safari on an iPhone gets no page of this link, so nothing copies it or shows a code: "
            + "expected 'apple.appStoreID' or 'apple.fallback', and no 'skipPage', or a page of "
            + "the app's as its destination")
      }
    }
  }
}
