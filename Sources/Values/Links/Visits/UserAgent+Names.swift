extension UserAgent.Platform {
  /// The name that people know; nil for an unknown system.
  package var productName: String? {
    let platform = RulePlatform(self)
    return platform == .other ? nil : platform.rawValue
  }
}

extension UserAgent.Browser {
  /// The name that people know; nil for an unknown browser.
  package var productName: String? {
    switch self {
    case .other: nil
    case .samsungInternet: "Samsung Internet"
    case .duckDuckGo: "DuckDuckGo"
    case .ucBrowser: "UC Browser"
    case .googleApp: "Google"
    case .miui: "Mi Browser"
    case .safari, .chrome, .firefox, .edge, .opera, .yandex, .vivaldi, .huawei:
      rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }
}
