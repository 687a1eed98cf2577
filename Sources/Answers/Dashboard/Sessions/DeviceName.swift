import HTTPCore
import Links

extension PageRequest {
  /// The browser and the system that the request names, such as `Firefox, Linux`, by which people tell
  /// their sessions and passkeys apart; nil when it names neither.
  var deviceName: String? {
    guard let value = request.fields.all("User-Agent").first else { return nil }
    let agent = UserAgent(String(decoding: value, as: UTF8.self))
    let names = [agent.browser.productName, agent.platform.productName].compactMap { $0 }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}

extension UserAgent.Browser {
  /// The name of the product; nil for an unknown one.
  fileprivate var productName: String? {
    switch self {
    case .safari: "Safari"
    case .chrome: "Chrome"
    case .firefox: "Firefox"
    case .edge: "Edge"
    case .opera: "Opera"
    case .samsungInternet: "Samsung Internet"
    case .duckDuckGo: "DuckDuckGo"
    case .yandex: "Yandex"
    case .vivaldi: "Vivaldi"
    case .huawei: "Huawei"
    case .miui: "MIUI"
    case .ucBrowser: "UC Browser"
    case .googleApp: "Google"
    case .other: nil
    }
  }
}

extension UserAgent.Platform {
  /// The name of the product; nil for an unknown one.
  fileprivate var productName: String? {
    let platform = RulePlatform(self)
    return platform == .other ? nil : platform.rawValue
  }
}
