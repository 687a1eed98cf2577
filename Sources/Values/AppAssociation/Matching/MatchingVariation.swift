/// Alternative readings of a rule in cases that the sources leave open, each the opposite of the
/// default. A verdict that changes under one of them carries the corresponding doubt.
package struct MatchingVariation: OptionSet, Sendable {
  /// The readings, one bit each.
  package let rawValue: Int

  /// Creates the readings of some bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Slashes are compared literally; only an empty path equals `/`.
  static let plainSlashes = MatchingVariation(rawValue: 1 << 0)
  /// `/foo/*/` does not cover `/foo`.
  static let starBetweenSlashesIsKept = MatchingVariation(rawValue: 1 << 1)
  /// `*/c` does not cover `/c`.
  static let leadingStarIsNotEmpty = MatchingVariation(rawValue: 1 << 2)
  /// The case of query item names matters even where that of values does not.
  static let queryNamesKeepCase = MatchingVariation(rawValue: 1 << 3)
  /// Query item names are percent-decoded if values are.
  static let queryNamesAreDecoded = MatchingVariation(rawValue: 1 << 4)
  /// `?` matches one byte of decoded text.
  static let oneIsByte = MatchingVariation(rawValue: 1 << 6)
  /// A query matched as one string is never percent-decoded.
  static let queryStringIsKept = MatchingVariation(rawValue: 1 << 5)
}
