/// The screens that an app shows for its launches.
public struct LaunchRules: Hashable, Sendable {
  /// The screen of a normal launch, and of every launch without another destination.
  public var home: String
  /// URL schemes whose URLs are deep links, such as those of Adjust or Firebase.
  public var linkSchemes: [String]
  /// URL schemes with which the app's own widgets open it.
  public var widgetSchemes: [String]
  /// User activity types that the app's Siri shortcuts donate.
  public var siriActivityTypes: [String]
  /// The key of a notification's `userInfo` for the URL to open.
  public var notificationURLKey: String?
  /// The screen of a Spotlight result; nil for home.
  public var spotlight: String?
  /// The screen of a Spotlight query; nil for home.
  public var search: String?
  /// The screen of a widget; nil for home.
  public var widget: String?
  /// The screen of an intent; nil for home.
  public var intent: String?
  /// The screen of each type of home screen quick action.
  public var shortcuts: [String: String]
  /// Screens that only a logged-in user may see.
  public var requiresLogin: [String]
  /// The login screen shown first for those.
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
