/// The system and browser names found in one user agent.
struct UserAgentMarks: OptionSet, Sendable {
  let rawValue: UInt32

  static let iPhone = UserAgentMarks(rawValue: 1 << 0)
  static let iPad = UserAgentMarks(rawValue: 1 << 1)
  static let android = UserAgentMarks(rawValue: 1 << 2)
  static let windowsPhone = UserAgentMarks(rawValue: 1 << 3)
  static let windows = UserAgentMarks(rawValue: 1 << 4)
  static let macintosh = UserAgentMarks(rawValue: 1 << 5)
  static let chromeOS = UserAgentMarks(rawValue: 1 << 6)
  static let linux = UserAgentMarks(rawValue: 1 << 7)

  static let webKit = UserAgentMarks(rawValue: 1 << 8)
  static let safari = UserAgentMarks(rawValue: 1 << 9)
  /// `Mobile/15E148`, which web views of iOS send, too.
  static let mobileBuild = UserAgentMarks(rawValue: 1 << 10)
  /// `; wv)`, which web views of Android send.
  static let webView = UserAgentMarks(rawValue: 1 << 11)
  static let chrome = UserAgentMarks(rawValue: 1 << 12)
  static let chromeOnApple = UserAgentMarks(rawValue: 1 << 13)
  static let firefox = UserAgentMarks(rawValue: 1 << 14)
  static let firefoxOnApple = UserAgentMarks(rawValue: 1 << 15)
  static let edge = UserAgentMarks(rawValue: 1 << 16)
  static let edgeOnApple = UserAgentMarks(rawValue: 1 << 17)
  static let opera = UserAgentMarks(rawValue: 1 << 18)
  static let operaOnApple = UserAgentMarks(rawValue: 1 << 19)
  static let samsung = UserAgentMarks(rawValue: 1 << 20)
  static let duckDuckGo = UserAgentMarks(rawValue: 1 << 21)
  static let yandex = UserAgentMarks(rawValue: 1 << 22)
  static let vivaldi = UserAgentMarks(rawValue: 1 << 23)
  static let huawei = UserAgentMarks(rawValue: 1 << 24)
  static let miui = UserAgentMarks(rawValue: 1 << 25)
  static let ucBrowser = UserAgentMarks(rawValue: 1 << 26)
  static let googleApp = UserAgentMarks(rawValue: 1 << 27)

  private static let onlyOnApple: UserAgentMarks = [
    .chromeOnApple, .firefoxOnApple, .edgeOnApple, .operaOnApple, .mobileBuild,
  ]

  /// The marks are checked in an order that sees through false claims: Microsoft's phones claim to be
  /// Android, Android claims to be Linux, and an iPad that requests desktop pages claims to be a
  /// Macintosh.
  var platform: UserAgent.Platform {
    if contains(.windowsPhone) { return .windows }
    if contains(.iPad) { return .iPad }
    if contains(.iPhone) { return .iPhone }
    if contains(.android) { return .android }
    if contains(.macintosh) { return isDisjoint(with: Self.onlyOnApple) ? .macOS : .iPad }
    if contains(.windows) { return .windows }
    if contains(.chromeOS) { return .chromeOS }
    return contains(.linux) ? .linux : .unknown
  }

  /// Nearly all browsers claim to be Chrome and Safari, so these two are checked last.
  private static let browsers: [(marks: UserAgentMarks, browser: UserAgent.Browser)] = [
    ([.edge, .edgeOnApple], .edge), ([.opera, .operaOnApple], .opera),
    (.samsung, .samsungInternet), (.duckDuckGo, .duckDuckGo), (.yandex, .yandex),
    (.vivaldi, .vivaldi), (.huawei, .huawei), (.miui, .miui), (.ucBrowser, .ucBrowser),
    (.googleApp, .googleApp), ([.firefox, .firefoxOnApple], .firefox),
    ([.chrome, .chromeOnApple], .chrome), (.safari, .safari),
  ]

  var browser: UserAgent.Browser {
    Self.browsers.first { !isDisjoint(with: $0.marks) }?.browser ?? .other
  }

  /// Whether this is a web view of some app; those of iOS omit `Safari/`.
  var isWebView: Bool {
    if contains(.webView) { return true }
    return platform.isApple && contains([.webKit, .mobileBuild]) && !contains(.safari)
  }
}
