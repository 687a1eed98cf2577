/// Versions of apps and systems: numbers separated by dots, such as `13.5.1`.
package enum VersionNumber {
  /// Returns whether a text is a version.
  package static func isValid(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false)
      .allSatisfy { DecimalDigits.isNumber($0) }
  }

  /// Parses a version; nil unless it has at most `count` numbers of at most `digits` digits each.
  package static func numbers(
    _ text: String, count: Int, digits: Int
  ) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count <= digits ? DecimalDigits.number($0.utf8) : nil }
    return parts.count <= count && numbers.count == parts.count ? numbers : nil
  }
}
