import LaunchRouting
import Platforms
import SiteModel
import WebSyntax

/// A URL with an app's own scheme, or a text that is not a URL.
struct SchemeSteps {
  let premises: TapPremises

  func follow(_ text: String, _ record: inout TapRecord) -> TapCourse {
    guard let scheme = Self.scheme(of: text) else {
      record.step("address", "'\(text)' is not a URL: expected https://HOST/PATH", [], .warning)
      return .stays(.missing, "'\(text)' is not a URL", "nothing is shown")
    }
    let title = premises.context.system.platform.title
    guard premises.context.system.isApple else {
      record.step("scheme", "on \(title) the manifests of the apps declare their schemes")
      return .stays(.missing, "the schemes of \(title) apps are unknown", "no known app opens")
    }
    guard let app = app(of: scheme) else {
      record.step(
        "scheme", "no app of the configuration has the scheme '\(scheme)'", ["apps"], .warning)
      return .stays(.missing, "no app has the scheme '\(scheme)'", "the browser shows an error")
    }
    let definition = premises.snapshot.apps[app]
    let key = definition.key
    record.step("scheme", "'\(scheme)' is a scheme of \(key)", ["apps.\(key)"])
    guard premises.context.installed.holds(definition) else {
      record.step("app", "\(key) is not installed: a scheme has no page to fall back to")
      return .stays(.missing, "\(key) is not installed", "the browser shows an error")
    }
    if premises.context.source != .ownApp {
      record.note("browsers ask before they open an app by its own scheme")
    }
    return LaunchSteps(premises: premises).arrive(
      .openURL(.init(url: text)), app: app, by: .url, path: nil, &record)
  }

  /// The first app with a scheme, for links or for widgets.
  private func app(of scheme: String) -> Int? {
    premises.snapshot.apps.firstIndex { app in
      let schemes = (app.apple?.customSchemes ?? []) + app.launch.linkSchemes
      return (schemes + app.launch.widgetSchemes).contains { $0.lowercased() == scheme }
    }
  }

  /// In lower case; nil for web addresses and for texts that are not URLs.
  private static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon].lowercased()
    guard URLScheme.isValid(scheme), !URLScheme.isWeb(scheme) else { return nil }
    return text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? scheme : nil
  }
}
