/// The types and keys of user activities that Apple defines.
///
/// Foundation and Core Spotlight have constants for them, but not on Linux; the values are part of
/// the systems' interfaces and do not change.
public enum ActivityType {
  /// `NSUserActivityTypeBrowsingWeb`: a universal link.
  public static let browsingWeb = "NSUserActivityTypeBrowsingWeb"
  /// `CSSearchableItemActionType`: a tap on a Spotlight result.
  public static let spotlightItem = "com.apple.corespotlightitem"
  /// `CSQueryContinuationActionType`: "search in app" of Spotlight.
  public static let spotlightQuery = "com.apple.corespotlightquery"

  /// `CSSearchableItemActivityIdentifier`: which item was tapped.
  public static let spotlightItemKey = "kCSSearchableItemActivityIdentifier"
  /// `CSSearchQueryString`: what was searched for.
  public static let spotlightQueryKey = "kCSSearchQueryString"
  /// Where an activity of a Siri shortcut keeps the word that it was donated with.
  public static let intentWordKey = "word"
}
