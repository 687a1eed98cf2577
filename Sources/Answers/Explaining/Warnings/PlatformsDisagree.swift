import JSONSyntax
import SiteModel
import WebSyntax

/// A tap on the URL opens the app on the newest iOS and not on the newest Android, or vice versa,
/// although the app exists for both and the site serves a file for each.
///
/// Android compares decoded URLs, and its rules have no variables, no settings and no query as a
/// string; wildcards end at the first occurrence of what follows them. Routes that it cannot
/// express open fewer URLs there, and `keiro check` names each.
enum PlatformsDisagree: TapWarning {
  static let code = "platforms-disagree"

  static func check(_ facts: TapFacts) -> (path: String, message: Sentence)? {
    guard let apple = facts.newest, let android = facts.android, apple.opens != android.opens,
      let number = (apple.opens ? apple : android).app, facts.apps[number].apple != nil,
      facts.apps[number].android != nil
    else { return nil }
    let (one, other) = apple.opens ? ("iOS", "Android") : ("Android", "iOS")
    return (
      facts.route?.path ?? facts.sitePath,
      Sentence(
        "'\(facts.url.path)' opens the app on \(one) and not on \(other)",
        "「\(facts.url.path)」は \(one) ではアプリを開き、\(other) では開きません")
    )
  }
}
