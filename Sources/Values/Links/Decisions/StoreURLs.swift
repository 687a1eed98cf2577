import WebSyntax

/// The addresses that lead a visit to an app or a store, each with the encoding that its format
/// requires.
package enum StoreURLs {
  /// The App Store's page of an app, with the campaign's `at`, `ct`, `mt` and `pt`.
  ///
  /// - Parameter productPage: the identifier of a custom product page; nil for the usual one.
  package static func appStore(
    id: String, productPage: String? = nil, campaign: ShortLink.Campaign = ShortLink.Campaign()
  ) -> String {
    let page = productPage.map { [("ppid", $0)] } ?? []
    let items = (page + campaign.storeItems.map { ($0.name, $0.value) }).map { item in
      "\(item.0)=\(PercentCoding.encodeComponent(item.1))"
    }
    let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
    return "https://apps.apple.com/app/id\(PercentCoding.encodeComponent(id))\(query)"
  }

  /// The store that a URL leads to; nil for any other page.
  package static func store(of url: String) -> Store? {
    switch WebURL(url)?.comparedHost {
    case "apps.apple.com", "itunes.apple.com": .apple
    case "play.google.com": .google
    default: nil
    }
  }

  package enum Store: Sendable { case apple, google }

  /// The Play Store's page of an app.
  ///
  /// - Parameter listing: the name of a custom store listing; nil for the usual one.
  package static func playStore(packageName: String, listing: String?) -> String {
    "https://play.google.com/store/apps/details?id=" + PercentCoding.encodeComponent(packageName)
      + (listing.map { "&listing=" + PercentCoding.encodeComponent($0) } ?? "")
  }

  /// The Play Store page of an app. The `referrer` reaches the app after the installation; it is itself
  /// a query with the link and the campaign, and therefore encoded twice.
  ///
  /// - Parameters:
  ///   - page: another page of the app there, whose own referrer stays.
  ///   - listing: the custom store listing of the usual page.
  ///   - shortURL: the short URL for the app to resolve, passed as `keiro_link`; nil to pass the
  ///     destination as `link` instead.
  package static func playStore(
    packageName: String, page: String? = nil, listing: String? = nil, shortURL: String?,
    destination: String, campaign: ShortLink.Campaign
  ) -> String {
    let page = page ?? playStore(packageName: packageName, listing: listing)
    guard page.contains("?"), !page.contains("referrer="), !page.contains("#") else { return page }
    let link = shortURL.map { (carriedName, $0) } ?? ("link", destination)
    let written = ([link] + campaign.webItems.map { ($0.name, $0.value) }).map { item in
      PercentCoding.encodeComponent("\(item.0)=\(PercentCoding.encodeComponent(item.1))")
    }
    // Items that do not fit are left out: a truncated item would mean something else.
    var referrer = ""
    for item in written {
      let longer = referrer.isEmpty ? item : referrer + "%26" + item
      if longer.utf8.count <= referrerBytes { referrer = longer }
    }
    return page + (referrer.isEmpty ? "" : "&referrer=") + referrer
  }

  /// The item of the referrer that holds a short URL.
  package static let carriedName = "keiro_link"
  /// The length to which the Play Store limits the referrer, in bytes.
  package static let referrerBytes = 1024

  /// A URL by which Chrome opens an app, or follows the fallback when the app is not installed; nil
  /// when the destination is not a web URL.
  ///
  /// The app receives the destination unchanged, including its fragment: Chrome uses only what follows
  /// the last `#`. Source: Chrome for Developers, "Android Intents with Chrome".
  ///
  /// - Parameter fallback: the URL for a browser without the app; nil where the page itself offers it.
  package static func intent(
    destination: String, packageName: String, fallback: String?
  ) -> String? {
    guard let parts = WebURL(destination), URLScheme.isWeb(parts.scheme) else {
      return nil
    }
    let rest = destination.dropFirst(parts.scheme.utf8.count)
    return "intent\(rest)#Intent;scheme=\(parts.scheme);package="
      + PercentCoding.encodeComponent(packageName)
      + (fallback.map { ";S.browser_fallback_url=" + PercentCoding.encodeComponent($0) } ?? "")
      + ";end"
  }

  /// The destination in the app's own scheme, in the format that apps with Firebase understand.
  package static func appScheme(_ scheme: String, destination: String) -> String {
    "\(scheme)://google/link/?deep_link_id=\(PercentCoding.encodeComponent(destination))"
  }
}
