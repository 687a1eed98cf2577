import KeiroConfiguration
import LinkStorage
import PostgresStore
import SQLStorage
import SQLiteStore

/// Compares a node's copy with the database.
struct CopyComparison {
  let settings: PostgresSettings

  struct Result {
    var links = 0
    var ranges = 0
    var differing: [Range<Int>] = []
    /// Descriptions of damaged entries in the copy.
    var damages: [String] = []
  }

  init(_ settings: PostgresSettings) {
    self.settings = settings
  }

  /// How often a differing range is compared again: a changed link may still be on its way.
  private static let attempts = 20

  func run(_ progress: (Int, Int, Int) -> Void) throws(LinkStoreError) -> Result {
    let replication = try Replication(settings.connection, options: settings.options)
    defer { replication.store.close() }
    try replication.prepare()
    var options = SQLiteStore.Options()
    options.isReadOnly = true
    let copy = try SQLiteStore(path: settings.copy, options: options)
    defer { copy.close() }
    let last = max(try replication.lastLinkID(), try copy.lastLinkID())
    let stride = LinkSums.rangeSize * 50
    var result = Result()
    for first in Swift.stride(from: 0, through: last, by: stride) {
      let ids = first..<first + stride
      let theirs = try replication.sums(of: ids)
      let ours = try copy.sums(of: ids)
      result.links += theirs.values.reduce(0) { $0 + $1.count }
      result.ranges += theirs.count
      for number in Set(theirs.keys).union(ours.keys).sorted()
      where theirs[number] != ours[number] {
        let start = number * LinkSums.rangeSize
        let range = start..<start + LinkSums.rangeSize
        if try !agrees(range, replication, copy) { result.differing.append(range) }
      }
      progress(min(first + stride, last), last, result.links)
    }
    result.damages = try FileExamination(copy).run()
    return result
  }

  private func agrees(
    _ range: Range<Int>, _ replication: Replication, _ copy: SQLiteStore
  ) throws(LinkStoreError) -> Bool {
    for _ in 0..<Self.attempts {
      if try replication.sums(of: range) == copy.sums(of: range) { return true }
      // Wakes up when the feed brings a change.
      _ = replication.wait(milliseconds: 100, orFor: -1)
    }
    return false
  }
}
