package import LaunchRouting
package import Links
package import Platforms

/// The circumstances of a tap: everything apart from the URL that decides its outcome.
package struct TapContext: Equatable, Sendable {
  /// The system of the device, with its version.
  package var system: TapSystem
  /// The apps on the device.
  package var installed: InstalledApps
  /// Whether any app is on the device.
  package var isInstalled: Bool {
    get { installed != .none }
    set { installed = newValue ? .both : .none }
  }
  /// The version of the installed app, for links that ask for one; nil when unknown.
  package var appVersion: AppVersion?
  /// The state of the app at the time of the tap.
  package var state: AppState
  /// The lifecycle that the app is built with; nil to use the one in the configuration. iOS only.
  package var lifecycle: Lifecycle?
  /// The iOS version of the SDK that the app is built with; nil to use the one in the
  /// configuration.
  package var sdk: SystemVersion?
  /// The app or surface in which the link is tapped.
  package var source: TapSource
  /// The traits of the visitor, for links with rules.
  package var traits = VisitorTraits()

  /// Creates a tap, by default in Messages on the newest iOS with the app installed and not
  /// running.
  package init(
    system: TapSystem = .iOS(.newestIOS), isInstalled: Bool = true,
    appVersion: AppVersion? = nil, state: AppState = .notRunning, lifecycle: Lifecycle? = nil,
    source: TapSource = .messages
  ) {
    self.system = system
    installed = isInstalled ? .both : .none
    self.appVersion = appVersion
    self.state = state
    self.lifecycle = lifecycle
    self.source = source
  }
}

/// The system of the device.
package enum TapSystem: Hashable, Sendable {
  case iOS(SystemVersion)
  case android(SystemVersion)
  case harmony(SystemVersion)

  /// Whether the system is Apple's.
  package var isApple: Bool {
    if case .iOS = self { true } else { false }
  }

  /// The version of the system.
  package var version: SystemVersion {
    switch self {
    case .iOS(let version), .android(let version), .harmony(let version): version
    }
  }

  /// The platform in the table of releases.
  package var platform: Platform {
    switch self {
    case .iOS: .iOS
    case .android: .android
    case .harmony: .harmonyOS
    }
  }

  /// `ios`, `android` or `harmony`.
  package var word: String { platform.rawValue }
}

extension TapSystem: CustomStringConvertible {
  /// The name and version of the system, as in `iOS 17.0`.
  package var description: String { "\(platform.title) \(version)" }
}
