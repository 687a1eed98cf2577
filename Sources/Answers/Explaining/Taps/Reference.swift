/// The documents that explanations rely on.
enum Reference {
  static let debugging = "Apple, TN3155: Debugging universal links"
  static let archive = "Apple, Support Universal Links (archive)"
  static let linking = "Apple, Allowing apps and websites to link to your content"
  static let associating = "Apple, Supporting associated domains"
  static let details = "Apple, applinks.details"
  static let banner = "Apple, Promoting apps with Smart App Banners"
  static let webKit = "WebKit, WebPageProxy"
  static let intents = "Chrome for Developers, Android Intents with Chrome"
  static let appLinks = "Google, Configure website associations"
  static let scenes =
    "Apple, Transitioning to the UIKit scene-based life cycle; TN3187"
  static let tracking = "Apple, WWDC23 session 10053"
  static let harmony = "Huawei, Using App Linking to start an app"
  static let launches = "LaunchRouting, The launch matrix"
  static let longLinks = "Firebase, Manually constructing a Dynamic Link URL"
}
