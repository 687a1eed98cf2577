import LinkStorage
import Links
import PostgresStore
import SQLStorage
import SQLiteStore

/// The differences found when a copy was compared with the database.
struct CopyDifferences: Equatable, CustomStringConvertible {
  /// The number of ranges of identifiers whose sums differed.
  var ranges = 0
  /// The number of links that the copy lacked.
  var missing = 0
  /// The number of links that the copy had in another state.
  var changed = 0
  /// The number of links that the copy had and the database did not: deleted meanwhile, or lost with a
  /// server.
  var gone = 0

  /// Makes the copy equal to the database, comparing the sums of ranges of identifiers.
  ///
  /// - Parameters:
  ///   - proceed: throws when the comparison has to end.
  ///   - progress: receives the last compared identifier, and the last one of all.
  mutating func mend(
    _ copy: SQLiteStore, from replication: Replication,
    proceed: () throws(LinkStoreError) -> Void, progress: (_ done: Int, _ last: Int) -> Void
  ) throws(LinkStoreError) {
    try replication.compareLinks(with: copy) { range throws(LinkStoreError) in
      try proceed()
      try readAgain(range, from: replication, into: copy)
    } progress: { done, last, _ in
      progress(done, last)
    }
  }

  private mutating func readAgain(
    _ range: Range<Int>, from replication: Replication, into copy: SQLiteStore
  ) throws(LinkStoreError) {
    ranges += 1
    for first in stride(from: range.lowerBound, to: range.upperBound, by: Follower.pageSize) {
      let ids = first..<first + Follower.pageSize
      var change = CopyChange()
      change.whole = ids
      change.links = try replication.links(in: ids)
      add(ours: try copy.revisions(in: ids), theirs: change.links)
      try copy.mirror(change)
    }
  }

  mutating func add(ours: [Int: CopiedRevision], theirs: [StoredLink]) {
    var known = 0
    for stored in theirs {
      guard let own = ours[stored.id] else {
        missing += 1
        continue
      }
      known += 1
      let updatedAt = stored.link.updatedAt?.secondsSinceEpoch ?? 0
      if own != CopiedRevision(number: stored.revision, updatedAt: updatedAt) { changed += 1 }
    }
    gone += ours.count - known
  }

  var description: String {
    "the copy differed from the database in \(Self.count(ranges, "range")), which "
      + "\(ranges == 1 ? "was" : "were") read again: \(Self.count(missing, "link")) new, "
      + "\(Self.count(changed, "link")) changed, \(Self.count(gone, "link")) no longer there"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
