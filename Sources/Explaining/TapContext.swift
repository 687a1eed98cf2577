package import AppAssociation
package import LaunchRouting
import WebSyntax

/// Who taps where: everything beside the URL that decides what a tap comes to.
package struct TapContext: Equatable, Sendable {
  package var system: TapSystem
  /// Whether the app is on the device.
  package var isInstalled: Bool
  /// The version of the installed app, for links that ask for one; nil when nobody said.
  package var appVersion: AppVersion?
  /// What the app was doing.
  package var state: AppState
  /// Which delegates the app is built with; iOS alone.
  package var lifecycle: Lifecycle
  package var source: TapSource

  /// A tap in Messages on the newest iOS, with the app installed and not running.
  package init(
    system: TapSystem = .iOS(.newestIOS), isInstalled: Bool = true,
    appVersion: AppVersion? = nil, state: AppState = .notRunning, lifecycle: Lifecycle = .scene,
    source: TapSource = .messages
  ) {
    self.system = system
    self.isInstalled = isInstalled
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

  package var isApple: Bool {
    if case .iOS = self { true } else { false }
  }

  package var version: SystemVersion {
    switch self {
    case .iOS(let version), .android(let version): version
    }
  }

  /// `ios` or `android`.
  package var word: String { isApple ? "ios" : "android" }
}

extension TapSystem: CustomStringConvertible {
  /// The system as people write it, as in `iOS 17.0`.
  package var description: String { (isApple ? "iOS " : "Android ") + version.description }
}

/// Where a tap happens.
package enum TapSource: String, CaseIterable, Sendable {
  case messages, mail, notes
  case otherApp = "other-app"
  /// A link on a page of another host, in Safari.
  case safari
  /// The result page of a search engine, in Safari.
  case searchResult = "search-result"
  /// A link on a page of the very host that the link leads to.
  case sameSite = "same-site"
  /// An address that was typed or pasted.
  case typed
  /// A QR code before the camera.
  case qr
  /// A browser that is built into an app.
  case inAppBrowser = "in-app-browser"
  case chrome
  /// The app itself opens its own URL.
  case ownApp = "own-app"
  /// A page that was on its way answers with this address.
  case redirect
  /// The Smart App Banner of the page at the URL.
  case banner

  /// How the tap happens, as the beginning of a sentence.
  package var phrase: String {
    switch self {
    case .messages: "a tap in Messages"
    case .mail: "a tap in Mail"
    case .notes: "a tap in Notes"
    case .otherApp: "a tap in another app"
    case .safari: "a tap on a page of another site in Safari"
    case .searchResult: "a tap on a search result"
    case .sameSite: "a tap on a page of the same host"
    case .typed: "an address that was typed"
    case .qr: "a QR code before the camera"
    case .inAppBrowser: "a page in the browser of another app"
    case .chrome: "a tap in Chrome"
    case .ownApp: "the app opens its own link"
    case .redirect: "a redirect"
    case .banner: "a tap on the page's Smart App Banner"
    }
  }
}

/// The version of an app: numbers with dots between them, compared number by number.
package struct AppVersion: Equatable, Comparable, Sendable {
  private let numbers: [Int]

  /// Nil unless the text is one to four numbers of at most ten digits with dots between them.
  package init?(_ text: String) {
    guard let numbers = VersionNumber.numbers(text, count: 4, digits: 10) else { return nil }
    self.numbers = numbers
  }

  /// What is missing counts as zero.
  package static func < (left: AppVersion, right: AppVersion) -> Bool {
    for index in 0..<max(left.numbers.count, right.numbers.count) {
      let (one, other) = (left.number(index), right.number(index))
      if one != other { return one < other }
    }
    return false
  }

  package static func == (left: AppVersion, right: AppVersion) -> Bool {
    !(left < right) && !(right < left)
  }

  private func number(_ index: Int) -> Int {
    numbers.indices.contains(index) ? numbers[index] : 0
  }
}

extension AppVersion: CustomStringConvertible {
  package var description: String { numbers.map(String.init).joined(separator: ".") }
}
