import LinkStorage
import Links
import SQLStorage

/// Appends batches of clicks as they arrive, inside a transaction.
///
/// A batch is appended to one table in a compact form, with the numbers of its links: its cost does not
/// depend on how many pages of other tables it concerns.
struct ClickLog {
  private let database: Database

  /// The approximate number of sums in a row, so that looking for one link reads one page.
  private static let sumsInRow = 256

  init(_ database: Database) {
    self.database = database
  }

  /// - Returns: the state including the batch.
  @discardableResult
  func append(
    _ clicks: ClickTally, _ now: Timestamp, _ known: inout LinkNumberCache
  ) throws(LinkStoreError) -> ClickLogState {
    var state = try ClickLogState.read(database)
    guard !clicks.isEmpty else { return state }
    let links = try known.numbers(of: clicks.links, state, in: database)
    var sums = clicks.sums.map { sum in
      ClickRow.Sum(link: links[sum.link], kind: sum.kind, count: sum.count)
    }
    sums.sort { $0.link == $1.link ? $0.kind < $1.kind : $0.link < $1.link }
    var start = sums.startIndex
    while start < sums.endIndex {
      let end = Self.end(of: start, in: sums)
      let bytes = ClickRow(sums[start..<end], of: clicks.kinds).bytes
      try database.run(
        "INSERT INTO click_log (batch, last_link, clicks) VALUES (?,?,?)",
        [.int(state.nextBatch), .int(sums[end - 1].link), .blob(bytes)])
      state.bytes += bytes.count
      start = end
    }
    state.nextBatch += 1
    state.batches += 1
    state.since = state.since ?? now
    try state.write(database)
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
