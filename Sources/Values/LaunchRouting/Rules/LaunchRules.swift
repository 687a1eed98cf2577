/// The rules that decide which screen an app shows for each launch.
public struct LaunchRules: Hashable, Sendable {
  /// The screen for a normal launch, and for every launch without another destination.
  public var home: String
  /// The schemes of deep links, such as those used by Adjust or Firebase.
  public var linkSchemes: [String] = []
  /// The schemes used by the app's own widgets.
  public var widgetSchemes: [String] = []
  /// The user activity types donated by the app's Siri shortcuts.
  public var siriActivityTypes: [String] = []
  /// The user activity types that the app continues by Handoff from another device.
  public var handoffActivityTypes: [String] = []
  /// The key in a notification's `userInfo` for the URL to open; nil when no URL is read.
  public var notificationURLKey: String?
  /// The screen for a Spotlight result; nil for home.
  public var spotlight: String?
  /// The screen for a Spotlight query; nil for home.
  public var search: String?
  /// The screen for a widget; nil for home.
  public var widget: String?
  /// The screen for an intent; nil for home.
  public var intent: String?
  /// The screen for each type of home screen quick action.
  public var shortcuts: [String: String] = [:]
  /// The screens that only a logged-in user may see.
  public var requiresLogin: [String] = []
  /// The login screen shown before them; nil for `login`.
  public var loginScreen: String?

  /// Creates rules under which every launch leads home.
  public init(home: String = "home") {
    self.home = home
  }
}
