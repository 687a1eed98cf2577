import JSONSyntax
import KeiroConfiguration
import LinkStorage
import PostgresStore
import SQLStorage
import SQLiteStore

/// `keiro store verify`: examines a file, and compares a node's copy with the database.
struct StoreVerification {
  /// The number of links examined.
  private var links = 0
  /// The number of ranges compared with the copy, and those that differ; nil without a copy.
  private var ranges: (count: Int, differing: [Range<Int>])?
  /// Descriptions of the damage found.
  private let damages: [String]

  /// How often a differing range is compared again: a changed link may still be on its way.
  private static let attempts = 20
  /// The number of links examined in one step.
  private static let step = 1000

  var isGood: Bool { damages.isEmpty && ranges?.differing.isEmpty != false }

  /// - Parameter progress: called with the position, the end, and the number of links so far.
  init(file path: String, _ progress: (Int, Int, Int) -> Void) throws(LinkStoreError) {
    let store = try SQLiteStore.reading(path)
    defer { store.close() }
    damages = try Self.damages(in: store)
    links = try store.linkCount()
    progress(links, links, links)
  }

  init(
    _ settings: PostgresSettings, _ progress: (Int, Int, Int) -> Void
  ) throws(LinkStoreError) {
    let replication = try Replication(settings.connection, options: settings.options)
    defer { replication.store.close() }
    try replication.prepare()
    let copy = try SQLiteStore.reading(settings.copy)
    defer { copy.close() }
    let last = max(try replication.lastLinkID(), try copy.lastLinkID())
    let stride = LinkSums.rangeSize * 50
    var (count, differing): (Int, [Range<Int>]) = (0, [])
    for first in Swift.stride(from: 0, through: last, by: stride) {
      let ids = first..<first + stride
      let theirs = try replication.sums(of: ids)
      let ours = try copy.sums(of: ids)
      links += theirs.values.reduce(0) { $0 + $1.count }
      count += theirs.count
      for number in Set(theirs.keys).union(ours.keys).sorted()
      where theirs[number] != ours[number] {
        let start = number * LinkSums.rangeSize
        let range = start..<start + LinkSums.rangeSize
        if try !Self.agrees(range, replication, copy) { differing.append(range) }
      }
      progress(min(first + stride, last), last, links)
    }
    ranges = (count, differing)
    damages = try Self.damages(in: copy)
  }

  private static func agrees(
    _ range: Range<Int>, _ replication: Replication, _ copy: SQLiteStore
  ) throws(LinkStoreError) -> Bool {
    for _ in 0..<attempts {
      if try replication.sums(of: range) == copy.sums(of: range) { return true }
      // Wakes up when the feed brings a change.
      _ = replication.wait(milliseconds: 100, orFor: -1)
    }
    return false
  }

  /// Examines every page and every link of a file.
  private static func damages(in store: SQLiteStore) throws(LinkStoreError) -> [String] {
    var position = 0
    repeat {
      position = try store.examine(after: position, limit: step)
    } while position > 0
    return try store.integrityFailures() + store.damages
  }

  var lines: [String] {
    var lines = damages.map { "damaged: \($0)" }
    guard let ranges else {
      lines.insert("\(links) links examined", at: 0)
      if isGood { lines.append("everything is as it was written") }
      return lines
    }
    lines.insert("\(links) links in \(ranges.count) ranges compared", at: 0)
    for range in ranges.differing {
      lines.append("links \(range.lowerBound) to \(range.upperBound - 1) differ")
    }
    if isGood { lines.append("the copy is as the database") }
    return lines
  }

  var json: JSONOutput {
    var members: [JSONOutput.Member] = [.init("links", .int(links))]
    if let ranges {
      members.append(.init("ranges", .int(ranges.count)))
      let differing = ranges.differing.map { range in
        JSONOutput.object([
          .init("from", .int(range.lowerBound)), .init("until", .int(range.upperBound)),
        ])
      }
      members.append(.init("differing", .array(differing)))
    }
    members.append(.init("damaged", .strings(damages)))
    return .object(members)
  }
}
