/// Alternative readings of a rule where the sources are silent, each the opposite of the reading in
/// use. A verdict that changes with one of them carries the corresponding doubt.
struct MatchingVariation: OptionSet, Sendable {
  let rawValue: Int

  /// Slashes are compared literally; only an empty path is `/`.
  static let plainSlashes = MatchingVariation(rawValue: 1 << 0)
  /// `/foo/*/` does not cover `/foo`.
  static let starBetweenSlashesIsKept = MatchingVariation(rawValue: 1 << 1)
  /// `*/c` does not cover `/c`.
  static let leadingStarIsNotEmpty = MatchingVariation(rawValue: 1 << 2)
  /// Names of query items are compared with their case even where values are not.
  static let queryNamesKeepCase = MatchingVariation(rawValue: 1 << 3)
  /// Names of query items are percent-decoded where values are.
  static let queryNamesAreDecoded = MatchingVariation(rawValue: 1 << 4)
  /// `?` stands for one byte of decoded text.
  static let oneIsByte = MatchingVariation(rawValue: 1 << 6)
  /// A query that is matched as one string is never percent-decoded.
  static let queryStringIsKept = MatchingVariation(rawValue: 1 << 5)
}
