import AppAssociation
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
  /// query of its own with the destination and the campaign, hence encoded twice.
  package static func playStore(
    packageName: String, destination: String, campaign: ShortLink.Campaign
  ) -> String {
    let items = [("link", destination)] + campaign.webItems.map { ($0.name, $0.value) }
    let referrer = items.map { "\($0.0)=\(PercentCoding.encodeComponent($0.1))" }
    return "https://play.google.com/store/apps/details?id="
      + PercentCoding.encodeComponent(packageName) + "&referrer="
      + PercentCoding.encodeComponent(referrer.joined(separator: "&"))
  }

  /// A URL by which Chrome opens an app, or goes on to the fallback when it is not installed.
  ///
  /// The app sees the destination as it is, its fragment included: what begins at the last `#` is
  /// Chrome's. Nil when the destination is no web URL. Source: Chrome for Developers, "Android
  /// Intents with Chrome".
  package static func intent(
    destination: String, packageName: String, fallback: String
  ) -> String? {
    guard let parts = WebURL(destination), URLScheme.isWeb(parts.scheme) else {
      return nil
    }
    let rest = destination.dropFirst(parts.scheme.utf8.count)
    return "intent\(rest)#Intent;scheme=\(parts.scheme);package="
      + PercentCoding.encodeComponent(packageName) + ";S.browser_fallback_url="
      + PercentCoding.encodeComponent(fallback) + ";end"
  }

  /// The app's own scheme with the destination, in the form that Firebase's apps understand.
  package static func appScheme(_ scheme: String, destination: String) -> String {
    "\(scheme)://google/link/?deep_link_id=\(PercentCoding.encodeComponent(destination))"
  }
}
