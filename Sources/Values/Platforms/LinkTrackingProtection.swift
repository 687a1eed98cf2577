/// The query items that Apple's systems take off links to keep people from being followed by name.
///
/// Apple names none; these are what tests of iOS 17 and later have agreed on, and campaign
/// parameters such as `utm_source` are left alone. Sources: Apple, WWDC23 session 10053; PrivacyTests.org, tracking query
/// parameters; Word to the Wise, "iOS17 filtering click tracking links".
package enum LinkTrackingProtection {
  package static let parameters = ["dclid", "fbclid", "gclid", "mc_eid", "msclkid", "twclid"]
}
