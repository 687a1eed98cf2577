import WebSyntax

/// The addresses that hand a visit on to an app or a store, each encoded for where it stands.
package enum StoreURLs {
  /// The App Store's page of an app, with the campaign's `at`, `ct`, `mt` and `pt`.
  package static func appStore(id: String, campaign: ShortLink.Campaign) -> String {
    let items = campaign.storeItems.map { "\($0.name)=\(PercentCoding.encodeComponent($0.value))" }
    let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
    return "https://apps.apple.com/app/id\(PercentCoding.encodeComponent(id))\(query)"
  }

  /// The Play Store's page of an app. Its `referrer` reaches the app after the installation: a
  /// query of its own with the link and the campaign, hence encoded twice.
  ///
  /// - Parameters:
  ///   - packageName: Of the app.
  ///   - shortURL: The short URL that the app asks about, as `keiro_link`; nil for the destination
  ///     in its place, as `link`.
  ///   - destination: Where the link leads.
  ///   - campaign: Of the link.
  package static func playStore(
    packageName: String, shortURL: String?, destination: String, campaign: ShortLink.Campaign
  ) -> String {
    let link = shortURL.map { (carriedName, $0) } ?? ("link", destination)
    let written = ([link] + campaign.webItems.map { ($0.name, $0.value) }).map { item in
      PercentCoding.encodeComponent("\(item.0)=\(PercentCoding.encodeComponent(item.1))")
    }
    // What does not fit is left out: a part of an item would be another one.
    var referrer = ""
    for item in written {
      let longer = referrer.isEmpty ? item : referrer + "%26" + item
      if longer.utf8.count <= referrerBytes { referrer = longer }
    }
    return "https://play.google.com/store/apps/details?id="
      + PercentCoding.encodeComponent(packageName) + (referrer.isEmpty ? "" : "&referrer=")
      + referrer
  }

  /// The item of Play's referrer that holds a short URL.
  package static let carriedName = "keiro_link"
  /// What the Play Store hands on.
  package static let referrerBytes = 1024

  /// A URL by which Chrome opens an app, or goes on to the fallback when it is not installed.
  ///
  /// The app sees the destination as it is, its fragment included: what begins at the last `#` is
  /// Chrome's. Nil when the destination is no web URL. Source: Chrome for Developers, "Android
  /// Intents with Chrome".
  ///
  /// - Parameters:
  ///   - destination: What the app opens.
  ///   - packageName: Of the app.
  ///   - fallback: Where a browser goes without the app; nil where the page offers that itself.
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

  /// The app's own scheme with the destination, in the form that Firebase's apps understand.
  package static func appScheme(_ scheme: String, destination: String) -> String {
    "\(scheme)://google/link/?deep_link_id=\(PercentCoding.encodeComponent(destination))"
  }
}
