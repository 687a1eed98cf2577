import JSONSyntax
import LaunchRouting
import Links
import Platforms
import SiteModel
import WebSyntax

/// Explains a URL with an app's own scheme, or a text that is not a URL.
extension TapPremises {
  func follow(scheme text: String) -> TapCourse {
    guard let scheme = Self.scheme(of: text) else {
      record.step(.address, "'\(text)' is not a URL: expected https://HOST/PATH", [], .warning)
      return .stays(
        .missing, Sentence("'\(text)' is not a URL", "「\(text)」は URL ではありません"), "nothing is shown")
    }
    let title = context.system.platform.title
    guard context.system.isApple else {
      record.step(.scheme, "on \(title) the manifests of the apps declare their schemes")
      return .stays(.missing, "the schemes of \(title) apps are unknown", "no known app opens")
    }
    guard let app = app(of: scheme) else {
      record.step(
        .scheme, "no app of the configuration has the scheme '\(scheme)'", ["apps"], .warning)
      return .stays(.missing, "no app has the scheme '\(scheme)'", .browserError)
    }
    let definition = snapshot.apps[app]
    let name = context.name(of: definition)
    record.step(
      .scheme, "'\(scheme)' is a scheme of \(name)", ["apps.\(definition.key)"])
    guard context.installed.holds(definition) else {
      record.step(.app, "\(name) is not installed: a scheme has no page to fall back to")
      return .stays(.missing, .notInstalled(name), .browserError)
    }
    if ![.ownApp, .widget].contains(context.source) {
      record.note("browsers ask before they open an app by its own scheme")
    }
    return arrive(
      .openURL(.init(url: text)), app: app, by: .url, path: nil)
  }

  /// Returns the first app with a scheme, whether for links or for widgets.
  private func app(of scheme: String) -> Int? {
    snapshot.apps.firstIndex { app in
      let schemes = (app.apple?.customSchemes ?? []) + app.launch.linkSchemes
      return (schemes + app.launch.widgetSchemes).contains { $0.lowercased() == scheme }
    }
  }

  /// Returns the scheme in lower case; nil for web addresses and for texts that are not URLs.
  private static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon].lowercased()
    guard URLScheme.isValid(scheme), !URLScheme.isWeb(scheme) else { return nil }
    return text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? scheme : nil
  }
}

/// Explains a redirect to an `intent:` address: Chrome opens the app that it names, or its
/// fallback.
extension TapFacts {
  func followIntent(_ location: String) -> TapCourse {
    let intent = IntentAddress(location)
    record.step(.redirect, Sentence("'\(location)'", "「\(location)」"), [Reference.intents])
    let app = apps.firstIndex { $0.android?.packageName == intent.packageName }
    let isInstalled = context.installed.holds(app.map { apps[$0] })
    if isInstalled, context.source.isGesture { return open(intent, in: app) }
    let why: Sentence =
      isInstalled
      ? "Chrome does not open an app without a tap" : "the app is not installed"
    record.step(.fallback, "\(why): Chrome continues to '\(intent.fallback)'", [Reference.intents])
    guard intent.fallback != url.description else {
      return .stays(.loop, why, Sentence("an error", "エラーになります"))
    }
    return .leads(to: intent.fallback, by: .redirect)
  }

  private func open(_ intent: IntentAddress, in app: Int?) -> TapCourse {
    record.note(
      "Chrome opens an app only after a user's tap; whether a tap in another app counts is not "
        + "documented")
    guard let app else { return premises.arrive(inUnknown: intent.packageName) }
    return premises.arrive(
      .opened(url: intent.url), app: app, by: .universalLink, path: route?.path)
  }
}

/// The parts of an `intent:` address that Keiro itself generates.
package struct IntentAddress {
  let url: String
  let packageName: String
  /// The address to which browsers lead visitors without the app; empty if there is none.
  package let fallback: String

  package init(_ text: String) {
    let body = text.dropFirst("intent".count)
    var address = body
    var extras: Substring = ""
    // Only the last '#Intent;' is Chrome's: the address may have its own fragment.
    if let mark = body.ranges(of: "#Intent;").last {
      address = body[..<mark.lowerBound]
      extras = body[mark.upperBound...]
    }
    func value(_ name: String) -> String {
      let item = extras.split(separator: ";").first { $0.hasPrefix(name + "=") }
      return item.map { PercentCoding.decodeLossy(Array($0.dropFirst(name.count + 1).utf8)[...]) }
        ?? ""
    }
    url = value("scheme") + address
    packageName = value("package")
    fallback = value("S.browser_fallback_url")
  }
}
