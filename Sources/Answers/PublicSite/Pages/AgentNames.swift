import Links

/// The familiar names of systems and browsers.
enum AgentNames {
  /// The name of a system; nil for an unknown one.
  static func platform(_ platform: UserAgent.Platform) -> String? {
    switch platform {
    case .iPhone: "iPhone"
    case .iPad: "iPad"
    case .android: "Android"
    case .macOS: "macOS"
    case .windows: "Windows"
    case .linux: "Linux"
    case .chromeOS: "ChromeOS"
    case .unknown: nil
    }
  }

  /// The name of a browser; nil for an unknown one.
  static func browser(_ browser: UserAgent.Browser) -> String? {
    switch browser {
    case .other: nil
    case .samsungInternet: "Samsung Internet"
    case .duckDuckGo: "DuckDuckGo"
    case .ucBrowser: "UC Browser"
    case .googleApp: "Google"
    case .miui: "Mi Browser"
    case .safari, .chrome, .firefox, .edge, .opera, .yandex, .vivaldi, .huawei:
      browser.rawValue.prefix(1).uppercased() + browser.rawValue.dropFirst()
    }
  }
}
