import Links
import LinkStorage
import SQLStorage
import Synchronization

/// Appends batches of clicks as they arrive, inside a transaction.
///
/// A batch is appended to one table in a compact form, with the numbers of its links: its cost does not
/// depend on how many pages of other tables it concerns.
extension Database {
  /// The approximate number of sums in a row, so that looking for one link reads one page.
  private static let sumsInRow = 256

  /// - Returns: the state including the batch.
  @discardableResult
  func append(
    _ clicks: ClickTally, _ now: Timestamp, _ known: inout LinkNumberCache
  ) throws(LinkStoreError) -> ClickLogState {
    var state = try ClickLogState.read(self)
    guard !clicks.isEmpty else { return state }
    let links = try known.numbers(of: clicks.links, state, in: self)
    var sums = clicks.sums.map { sum in
      ClickRow.Sum(link: links[sum.link], kind: sum.kind, count: sum.count)
    }
    sums.sort { $0.link == $1.link ? $0.kind < $1.kind : $0.link < $1.link }
    var start = sums.startIndex
    while start < sums.endIndex {
      let end = Self.end(of: start, in: sums)
      let bytes = ClickRow(sums[start..<end], of: clicks.kinds).bytes
      try run(
        "INSERT INTO click_log (batch, last_link, clicks) VALUES (?,?,?)",
        [.int(state.nextBatch), .int(sums[end - 1].link), .blob(bytes)])
      state.bytes += bytes.count
      start = end
    }
    state.nextBatch += 1
    state.batches += 1
    state.since = state.since ?? now
    try state.write(self)
    return state
  }

  /// The end of the row that begins at `start`; a link is in only one row of a batch.
  private static func end(of start: Int, in sums: [ClickRow.Sum]) -> Int {
    var end = min(start + sumsInRow, sums.endIndex)
    while end < sums.endIndex, sums[end].link == sums[end - 1].link { end += 1 }
    return end
  }
}

/// The numbers of recently counted links, valid as long as no link is forgotten: otherwise each batch would
/// look up every link in an index, which costs more than writing its clicks.
///
/// A link takes twelve bytes: it is identified by its hash in `CountedLinks`. Among three million links, two
/// share these 64 bits with a probability of one in four million, and such links cannot be chosen, since
/// the hash is keyed.
struct LinkNumberCache {
  private var known: [UInt64: UInt32] = [:]
  private var forgotten: Int?

  /// As many as twelve megabytes hold. Then all links are forgotten; those that still have visits return
  /// with their next batch.
  private static let capacity = 1 << 20 - 1 << 18

  /// Discards everything after a transaction that was rolled back.
  mutating func removeAll() {
    self = LinkNumberCache()
  }

  /// The number of each link, in order; new links get one.
  mutating func numbers(
    of links: CountedLinks, _ state: ClickLogState, in database: Database
  ) throws(LinkStoreError) -> [Int] {
    if forgotten != state.forgotten {
      removeAll()
      forgotten = state.forgotten
    }
    let hashes = links.hashes
    var numbers = hashes.map { Int(known[$0] ?? 0) }
    // In the order of the index, so that each of its pages is visited once.
    let missing = numbers.indices.filter { numbers[$0] == 0 }
      .map { (index: $0, key: links[$0]) }
      .sorted { ($0.key.host, $0.key.slug) < ($1.key.host, $1.key.slug) }
    let found = try ClickScopes.numbers(of: missing.map(\.key), in: database)
    for ((index, _), number) in zip(missing, found) {
      if known.count >= Self.capacity { known = [:] }
      known[hashes[index]] = UInt32(exactly: number)
      numbers[index] = number
    }
    return numbers
  }
}

/// The state of counting that a store keeps between batches.
final class CountingState: Sendable {
  private let known = Mutex(LinkNumberCache())
  private let isMerging = Atomic(false)

  func withLinks<Result: Sendable>(
    _ body: (inout LinkNumberCache) throws(LinkStoreError) -> Result
  ) throws(LinkStoreError) -> Result {
    try known.withLock { known throws(LinkStoreError) in try body(&known) }
  }

  /// Must be called when a transaction failed that may have numbered links.
  func forgetLinks() {
    known.withLock { $0.removeAll() }
  }

  /// Whether no merge is running yet; if so, the caller now is.
  func begin() -> Bool { !isMerging.exchange(true, ordering: .acquiringAndReleasing) }

  func end() { isMerging.store(false, ordering: .releasing) }
}
