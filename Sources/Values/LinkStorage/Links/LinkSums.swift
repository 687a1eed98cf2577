/// How a copy of the links is compared with the truth: by sums over ranges of identifiers, which two
/// databases compute alike.
package struct LinkSums: Equatable, Sendable {
  package var count: Int
  package var sum: Int

  package init(count: Int, sum: Int) {
    self.count = count
    self.sum = sum
  }

  /// So many identifiers make a range.
  package static let rangeSize = 20_000

  /// The columns of a query that groups by range: its number, how many links it has, and their sum.
  ///
  /// - Parameter codePoint: the database's function for the first character of a text.
  package static func columns(codePoint: String) -> String {
    "id / \(rangeSize), count(*), CAST(sum((id % 1000003) * 7919 "
      + "+ (CAST(revision AS bigint) % 65521) * 104729 + updated_at % 1000003 "
      + "+ likeness % 1000000007 + length(slug) * 131 + \(codePoint)(slug)) AS bigint)"
  }
}
