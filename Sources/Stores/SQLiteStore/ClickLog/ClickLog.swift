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

/// The numbers of links that this store has counted, valid as long as no link is forgotten.
struct LinkNumberCache {
  private var known = LinkNumbers()
  private var forgotten: Int?

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
    var numbers = hashes.map { known.number(of: $0) ?? 0 }
    // In the order of the index, so that each of its pages is visited once.
    let missing = numbers.indices.filter { numbers[$0] == 0 }
      .map { (index: $0, key: links[$0]) }
      .sorted { ($0.key.host, $0.key.slug) < ($1.key.host, $1.key.slug) }
    let found = try ClickScopes.numbers(of: missing.map(\.key), in: database)
    for ((index, _), number) in zip(missing, found) {
      known.insert(number, of: hashes[index])
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

/// The numbers of recently counted links: otherwise each batch would look up every link in an index,
/// which costs more than writing its clicks.
///
/// A slot takes twelve bytes: a link is identified by its hash in `CountedLinks`. Among three million
/// links, two share these 64 bits with a probability of one in four million, and such links cannot be
/// chosen, since the hash is keyed.
struct LinkNumbers {
  private var hashes: [UInt64] = []
  /// The number in each slot; 0 for a free one.
  private var numbers: [UInt32] = []
  private(set) var count = 0

  /// Twelve megabytes of slots.
  private static let mostSlots = 1 << 20
  private static let fewestSlots = 1 << 10

  /// The number of the link with a hash; nil for one that is not known here.
  func number(of hash: UInt64) -> Int? {
    guard !numbers.isEmpty else { return nil }
    let number = numbers[slot(of: hash)]
    return number == 0 ? nil : Int(number)
  }

  mutating func insert(_ number: Int, of hash: UInt64) {
    guard let number = UInt32(exactly: number), number > 0 else { return }
    makeRoom()
    let slot = slot(of: hash)
    if numbers[slot] == 0 { count += 1 }
    (hashes[slot], numbers[slot]) = (hash, number)
  }

  mutating func removeAll() {
    self = LinkNumbers()
  }

  /// Keeps a quarter of the slots free. At the maximum size all links are forgotten; those that still
  /// have visits return with their next batch.
  private mutating func makeRoom() {
    guard count >= numbers.count / 4 * 3 else { return }
    if numbers.count >= Self.mostSlots {
      removeAll()
    }
    let old = self
    let slots = max(Self.fewestSlots, numbers.count * 2)
    hashes = [UInt64](repeating: 0, count: slots)
    numbers = [UInt32](repeating: 0, count: slots)
    for index in old.numbers.indices where old.numbers[index] != 0 {
      let slot = slot(of: old.hashes[index])
      (hashes[slot], numbers[slot]) = (old.hashes[index], old.numbers[index])
    }
  }

  /// The slot of a hash, or the free one where it may be stored.
  private func slot(of hash: UInt64) -> Int {
    let last = numbers.count - 1
    var slot = Int(truncatingIfNeeded: hash) & last
    while numbers[slot] != 0, hashes[slot] != hash { slot = (slot + 1) & last }
    return slot
  }
}
