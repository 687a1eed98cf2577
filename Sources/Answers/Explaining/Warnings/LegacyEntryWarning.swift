import AppAssociation
import JSONSyntax

/// The entry with `paths`, which iOS 9 to 12 read, decides differently about the URL from the rules
/// that iOS 13 and later read.
///
/// `paths` support no queries, fragments or settings. Generated files are narrower there rather
/// than wider, and `keiro check` names each such route.
enum LegacyEntryWarning: TapWarning {
  static let code = "legacy-entry-differs"

  static func check(_ facts: TapFacts) -> (path: String, message: Sentence)? {
    guard facts.context.system.isApple, let old = facts.legacy, let new = facts.newest,
      old.explanation.obstacle == nil, new.explanation.obstacle == nil, old.opens != new.opens
    else { return nil }
    let sentence =
      old.opens
      ? Sentence(
        "the association file opens the app on iOS 9 to 12 and not on iOS 13 and later",
        "関連付けファイルは iOS 9 から 12 ではアプリを開き、iOS 13 以降では開きません")
      : Sentence(
        "the association file opens the app on iOS 13 and later and not on iOS 9 to 12",
        "関連付けファイルは iOS 13 以降ではアプリを開き、iOS 9 から 12 では開きません")
    return (facts.filePath, sentence)
  }
}
