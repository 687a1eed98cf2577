import JSONSyntax
import LaunchRouting
import Platforms
import SiteModel
import WebSyntax

/// Explains a URL with an app's own scheme, or a text that is not a URL.
struct SchemeSteps {
  let premises: TapPremises

  func follow(_ text: String, _ record: inout TapRecord) -> TapCourse {
    guard let scheme = Self.scheme(of: text) else {
      record.step(
        .address,
        Sentence(
          "'\(text)' is not a URL: expected https://HOST/PATH",
          "「\(text)」は URL ではありません。https://HOST/PATH のように入力してください"), [], .warning)
      return .stays(
        .missing, Sentence("'\(text)' is not a URL", "「\(text)」は URL ではありません"),
        Sentence("nothing is shown", "何も表示されません"))
    }
    let title = premises.context.system.platform.title
    guard premises.context.system.isApple else {
      record.step(
        .scheme,
        Sentence(
          "on \(title) the manifests of the apps declare their schemes",
          "\(title) ではアプリのマニフェストがスキームを宣言します"))
      return .stays(
        .missing,
        Sentence(
          "the schemes of \(title) apps are unknown", "\(title) アプリのスキームはわかりません"),
        Sentence("no known app opens", "開くアプリはわかりません"))
    }
    guard let app = app(of: scheme) else {
      record.step(
        .scheme,
        Sentence(
          "no app of the configuration has the scheme '\(scheme)'",
          "設定のどのアプリにもスキーム「\(scheme)」がありません"), ["apps"], .warning)
      return .stays(
        .missing,
        Sentence("no app has the scheme '\(scheme)'", "スキーム「\(scheme)」のアプリがありません"),
        .browserError)
    }
    let definition = premises.snapshot.apps[app]
    let key = definition.key
    record.step(
      .scheme, Sentence("'\(scheme)' is a scheme of \(key)", "「\(scheme)」は「\(key)」のスキームです"),
      ["apps.\(key)"])
    guard premises.context.installed.holds(definition) else {
      record.step(
        .app,
        Sentence(
          "\(key) is not installed: a scheme has no page to fall back to",
          "「\(key)」がインストールされておらず、スキームには代わりのページがありません"))
      return .stays(.missing, .notInstalled(key), .browserError)
    }
    if premises.context.source != .ownApp {
      record.note("browsers ask before they open an app by its own scheme")
    }
    return LaunchSteps(premises: premises).arrive(
      .openURL(.init(url: text)), app: app, by: .url, path: nil, &record)
  }

  /// Returns the first app with a scheme, whether for links or for widgets.
  private func app(of scheme: String) -> Int? {
    premises.snapshot.apps.firstIndex { app in
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
