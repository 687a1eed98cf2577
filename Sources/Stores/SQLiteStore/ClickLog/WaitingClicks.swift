import LinkStorage
import Links
import SQLStorage

/// The clicks of the log that are not merged yet, ordered by the number of their link and, for each
/// link, by arrival.
///
/// All batches are read in parallel, one row of each at a time, so that a million clicks take as little
/// memory as a few.
struct WaitingClicks {
  /// The position in a batch.
  private struct Cursor {
    let batch: Int
    var row = ClickRow(kinds: [], sums: [])
    /// The numbers of the row's kinds, as far as they were needed.
    var numbers: [Int?] = []
    var position = 0
    /// The link up to which the batch was read.
    var last: Int
  }

  private let database: Database
  private var cursors: [Cursor] = []
  /// The link at the position of each cursor: the next one is searched in a single array.
  private var links: [Int] = []
  private var kinds = NumberedKinds()

  /// Reads everything that is not merged.
  ///
  /// - Parameters:
  ///   - last: the last batch to read; nil for all.
  ///   - start: the number of the first link to read.
  init(
    _ state: ClickLogState, upTo last: Int? = nil, from start: Int = 0, in database: Database
  ) throws(LinkStoreError) {
    self.database = database
    for batch in try Self.batches(upTo: last, in: database) {
      var cursor = Cursor(batch: batch, last: max(state.lastMerged(of: batch), start &- 1))
      if let link = try Self.fill(&cursor, database) {
        cursors.append(cursor)
        links.append(link)
      }
    }
  }

  private static func batches(
    upTo last: Int?, in database: Database
  ) throws(LinkStoreError) -> [Int] {
    try database.rows(
      "WITH RECURSIVE batches(batch) AS (SELECT min(batch) FROM click_log UNION ALL "
        + "SELECT (SELECT min(batch) FROM click_log WHERE batch > batches.batch) FROM batches "
        + "WHERE batches.batch < ?1) SELECT batch FROM batches WHERE batch <= ?1",
      [.int(last ?? .max)]
    ) { $0.int(0) }
  }

  /// The next link with clicks; nil after the last one.
  mutating func next() throws(LinkStoreError) -> LinkClicks? {
    guard let link = links.min() else { return nil }
    var hasEnded = false
    for index in links.indices where links[index] == link {
      if let next = try Self.take(link, &cursors[index], &kinds, database) {
        links[index] = next
      } else {
        hasEnded = true
      }
    }
    if hasEnded {
      cursors.removeAll { $0.position >= $0.row.sums.count }
      links = cursors.map { $0.row.sums[$0.position].link }
    }
    return LinkClicks(link: link, kinds.takeSums())
  }

  /// Takes the clicks of a link.
  ///
  /// - Returns: the next link of the cursor; nil after the last one.
  private static func take(
    _ link: Int, _ cursor: inout Cursor, _ kinds: inout NumberedKinds, _ database: Database
  ) throws(LinkStoreError) -> Int? {
    while cursor.position < cursor.row.sums.count {
      let sum = cursor.row.sums[cursor.position]
      guard sum.link == link else { return sum.link }
      let number = cursor.numbers[sum.kind] ?? kinds.number(of: cursor.row.kinds[sum.kind])
      cursor.numbers[sum.kind] = number
      kinds.add(sum.count, of: number)
      cursor.position += 1
    }
    return try fill(&cursor, database)
  }

  /// Reads the next row of a batch.
  ///
  /// - Returns: its first link; nil if there is no row.
  private static func fill(
    _ cursor: inout Cursor, _ database: Database
  ) throws(LinkStoreError) -> Int? {
    let start = cursor.last
    let next = try database.first(
      "SELECT last_link, clicks FROM click_log WHERE batch = ? AND last_link > ? "
        + "ORDER BY last_link LIMIT 1",
      [.int(cursor.batch), .int(start)]
    ) { ($0.int(0), $0.blob(1)) }
    guard let (last, bytes) = next else { return nil }
    cursor.row = try ClickRow(bytes)
    cursor.numbers = Array(repeating: nil, count: cursor.row.kinds.count)
    guard let position = cursor.row.sums.firstIndex(where: { $0.link > start }),
      cursor.row.sums.last?.link == last
    else { throw ClickRow.damaged }
    cursor.last = last
    cursor.position = position
    return cursor.row.sums[position].link
  }
}

extension WaitingClicks {
  static func of(
    _ link: Int, _ state: ClickLogState, in database: Database
  ) throws(LinkStoreError) -> LinkClicks {
    var waiting = try WaitingClicks(state, from: link, in: database)
    guard let next = try waiting.next(), next.link == link else { return LinkClicks(link: link) }
    return next
  }
}

/// The kinds of the clicks that are read, and the sums of one link: a kind is hashed and compared once a
/// row, and not once a click.
private struct NumberedKinds {
  private var kinds: [ClickKind] = []
  private var numbers: [ClickKind: Int] = [:]
  /// The index of each kind in `sums`; nil while the link has none of it.
  private var indexes: [Int?] = []
  private var sums: [(number: Int, count: Int)] = []

  mutating func number(of kind: ClickKind) -> Int {
    if let number = numbers[kind] { return number }
    numbers[kind] = kinds.count
    kinds.append(kind)
    indexes.append(nil)
    return kinds.count - 1
  }

  mutating func add(_ count: Int, of number: Int) {
    if let index = indexes[number] {
      sums[index].count = sums[index].count.addingClamped(count)
    } else {
      indexes[number] = sums.count
      sums.append((number, count))
    }
  }

  /// The sums of the link, with kinds in the order in which they first occurred; the next link has none.
  mutating func takeSums() -> [(kind: ClickKind, count: Int)] {
    for sum in sums { indexes[sum.number] = nil }
    defer { sums.removeAll(keepingCapacity: true) }
    return sums.map { (kinds[$0.number], $0.count) }
  }
}
