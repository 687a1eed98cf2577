import JSONSyntax
import Links

/// The short link asks for a newer app than the installed one (`apple.minimumVersion`,
/// `android.minimumVersionCode`). The app opens anyway: a server cannot see which version is
/// installed, so the app receives the required version and decides whether to ask for an update.
enum AppTooOld: TapWarning {
  static let code = "app-too-old"

  static func check(_ facts: TapFacts) -> (path: String, message: Sentence)? {
    guard facts.context.isInstalled, let (link, path) = facts.shortLink,
      let wanted = wantedVersion(link, facts.context.system),
      let version = facts.context.appVersion, let least = AppVersion(wanted), version < least
    else { return nil }
    return (
      path,
      Sentence(
        "the link asks for version \(wanted) of the app, and \(version) is installed",
        "リンクはアプリのバージョン \(wanted) を求めますが、インストール済みは \(version) です")
    )
  }

  /// Returns the version that a link asks for on a system; nil for any.
  static func wantedVersion(_ link: ShortLink, _ system: TapSystem) -> String? {
    system.isApple ? link.apple.minimumVersion : link.android.minimumVersionCode.map(String.init)
  }
}
