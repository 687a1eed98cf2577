/// The sum of a range of links, by which a copy is compared with the original; both databases compute
/// it alike.
package struct LinkSums: Equatable, Sendable {
  /// The number of links.
  package var count: Int
  /// The sum over their identifiers, revisions, times, likenesses and slugs.
  package var sum: Int

  package init(count: Int, sum: Int) {
    self.count = count
    self.sum = sum
  }

  /// The number of identifiers in a range.
  package static let rangeSize = 20_000

  /// The columns of a query that groups by range: the range's number, its number of links, and their
  /// sum.
  ///
  /// - Parameter codePoint: the database's function for the first character of a text.
  package static func columns(codePoint: String) -> String {
    "id / \(rangeSize), count(*), CAST(sum((id % 1000003) * 7919 "
      + "+ (CAST(revision AS bigint) % 65521) * 104729 + updated_at % 1000003 "
      + "+ likeness % 1000000007 + length(slug) * 131 + \(codePoint)(slug)) AS bigint)"
  }
}
