/// The sum of a range of links, by which a copy is compared with the original; both databases compute
/// it alike.
package struct LinkSums: Equatable, Sendable {
  package let count: Int
  /// The sum over their identifiers, revisions, times, likenesses and slugs.
  let sum: Int

  /// The number of identifiers in a range.
  package static let rangeSize = 20_000
}

extension SQLConnection {
  /// The highest identifier of a link; 0 without links.
  package func lastLinkID() throws(Failure) -> Int {
    try first("SELECT coalesce(max(id), 0) FROM keiro.links", []) { $0.int(0) } ?? 0
  }

  /// The sums of the ranges that have links, by the number of the range.
  package func linkSums(of ids: Range<Int>) throws(Failure) -> [Int: LinkSums] {
    let sums = try rows(
      "SELECT id / \(LinkSums.rangeSize), count(*), CAST(sum((id % 1000003) * 7919 "
        + "+ (CAST(revision AS bigint) % 65521) * 104729 + updated_at % 1000003 "
        + "+ likeness % 1000000007 + length(slug) * 131 + \(Self.dialect.codePoint)(slug)) AS bigint) "
        + "FROM keiro.links WHERE id >= $1 AND id < $2 GROUP BY 1",
      [.int(ids.lowerBound), .int(ids.upperBound)]
    ) { ($0.int(0), LinkSums(count: $0.int(1), sum: $0.int(2))) }
    return Dictionary(sums) { first, _ in first }
  }
}
