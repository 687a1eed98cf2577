/// The query items that Apple's systems remove from links to prevent tracking of individuals.
///
/// Apple does not publish them; these are the items that tests of iOS 17 and later agree on.
/// Campaign parameters such as `utm_source` are left alone. Sources: Apple, WWDC23 session 10053;
/// PrivacyTests.org, tracking query parameters; Word to the Wise, "iOS17 filtering click tracking
/// links".
package enum LinkTrackingProtection {
  /// The names of the parameters that are removed.
  package static let parameters = ["dclid", "fbclid", "gclid", "mc_eid", "msclkid", "twclid"]
}
