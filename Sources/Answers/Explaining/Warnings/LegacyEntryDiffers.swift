import AppAssociation

/// The entry with `paths`, which iOS 9 to 12 read, decides differently about the URL than the rules
/// that iOS 13 and later read.
///
/// `paths` know no queries, fragments or settings. Generated files are narrower there rather
/// than wider, and `keiro check` names each such route.
enum LegacyEntryDiffers: TapWarning {
  static let code = "legacy-entry-differs"

  static func check(_ facts: TapFacts) -> (path: String, message: String)? {
    guard facts.context.system.isApple, let old = facts.legacy, let new = facts.newest,
      old.explanation.obstacle == nil, new.explanation.obstacle == nil, old.opens != new.opens
    else { return nil }
    let (old9, new13) = ("iOS 9 to 12", "iOS 13 and later")
    let (one, other) = old.opens ? (old9, new13) : (new13, old9)
    return (facts.filePath, "the association file opens the app on \(one) and not on \(other)")
  }
}
