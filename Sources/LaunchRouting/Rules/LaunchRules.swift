/// How an app answers its launches: which screen each way in leads to.
public struct LaunchRules: Hashable, Sendable {
  /// The screen of a normal launch, and of every launch that leads nowhere else.
  public var home: String
  /// URL schemes whose URLs are deep links, such as those of Adjust or Firebase.
  public var linkSchemes: [String]
  /// URL schemes with which the app's own widgets open it.
  public var widgetSchemes: [String]
  /// User activity types that the app's Siri shortcuts donate.
  public var siriActivityTypes: [String]
  /// The key of a notification's `userInfo` that holds a URL to open.
  public var notificationURLKey: String?
  /// The screen of a Spotlight result; nil: home.
  public var spotlight: String?
  /// The screen of a Spotlight query; nil: home.
  public var search: String?
  /// The screen of a widget; nil: home.
  public var widget: String?
  /// The screen of an intent; nil: home.
  public var intent: String?
  /// The screen of each type of home screen quick action.
  public var shortcuts: [String: String]
  /// Screens that only a logged-in user may see.
  public var requiresLogin: [String]
  /// The screen that stands in for those.
  public var loginScreen: String?

  /// Rules under which every launch leads home.
  public init(home: String = "home") {
    self.home = home
    linkSchemes = []
    widgetSchemes = []
    siriActivityTypes = []
    shortcuts = [:]
    requiresLogin = []
  }
}
