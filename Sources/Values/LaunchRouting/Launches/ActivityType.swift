/// The user activity types and keys that Apple defines.
///
/// Foundation and Core Spotlight have constants for them, but not on Linux; the values are part of
/// Apple's public interfaces and do not change.
public enum ActivityType {
  /// `NSUserActivityTypeBrowsingWeb`: a universal link.
  public static let browsingWeb = "NSUserActivityTypeBrowsingWeb"
  /// `CSSearchableItemActionType`: a tap on a Spotlight result.
  public static let spotlightItem = "com.apple.corespotlightitem"
  /// `CSQueryContinuationActionType`: "Search in App" from Spotlight.
  public static let spotlightQuery = "com.apple.corespotlightquery"

  /// `CSSearchableItemActivityIdentifier`: the identifier of the tapped item.
  public static let spotlightItemKey = "kCSSearchableItemActivityIdentifier"
  /// `CSSearchQueryString`: the search text.
  public static let spotlightQueryKey = "kCSSearchQueryString"
  /// The `userInfo` key of the word with which a Siri shortcut was donated.
  public static let intentWordKey = "word"
}
