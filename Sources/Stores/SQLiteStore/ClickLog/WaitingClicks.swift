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
    /// The link at the position.
    var link = 0
    var row = ClickRow(kinds: [], sums: [])
    var place = 0
    /// The link up to which the batch was read.
    var last: Int
  }

  private let database: Database
  private var cursors: [Cursor] = []

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
      if try Self.fill(&cursor, database) { cursors.append(cursor) }
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
    guard var link = cursors.first?.link else { return nil }
    for cursor in cursors where cursor.link < link { link = cursor.link }
    var clicks = LinkClicks(link: link)
    var hasEnded = false
    for place in cursors.indices where cursors[place].link == link {
      hasEnded = try !Self.take(&cursors[place], &clicks, database) || hasEnded
    }
    if hasEnded { cursors.removeAll { $0.place >= $0.row.sums.count } }
    return clicks
  }

  /// Takes the clicks of the cursor's link.
  ///
  /// - Returns: whether there are more links.
  private static func take(
    _ cursor: inout Cursor, _ clicks: inout LinkClicks, _ database: Database
  ) throws(LinkStoreError) -> Bool {
    while cursor.place < cursor.row.sums.count {
      let sum = cursor.row.sums[cursor.place]
      guard sum.link == cursor.link else {
        cursor.link = sum.link
        return true
      }
      clicks.add(sum.count, of: cursor.row.kinds[sum.kind])
      cursor.place += 1
    }
    return try fill(&cursor, database)
  }

  /// Reads the next row of a batch.
  ///
  /// - Returns: whether there is one.
  private static func fill(
    _ cursor: inout Cursor, _ database: Database
  ) throws(LinkStoreError) -> Bool {
    let start = cursor.last
    let next = try database.first(
      "SELECT last_link, clicks FROM click_log WHERE batch = ? AND last_link > ? "
        + "ORDER BY last_link LIMIT 1",
      [.int(cursor.batch), .int(start)]
    ) { ($0.int(0), $0.blob(1)) }
    guard let (last, bytes) = next else { return false }
    cursor.row = try ClickRow(bytes)
    guard let place = cursor.row.sums.firstIndex(where: { $0.link > start }),
      cursor.row.sums.last?.link == last
    else { throw ClickRow.damaged }
    cursor.last = last
    cursor.place = place
    cursor.link = cursor.row.sums[place].link
    return true
  }
}

extension WaitingClicks {
  /// The clicks of one link.
  static func of(
    _ link: Int, _ state: ClickLogState, in database: Database
  ) throws(LinkStoreError) -> LinkClicks {
    var waiting = try WaitingClicks(state, from: link, in: database)
    guard let next = try waiting.next(), next.link == link else { return LinkClicks(link: link) }
    return next
  }
}

/// The clicks of one link, with kinds in the order in which they first occurred.
struct LinkClicks {
  /// The number of the counted link.
  let link: Int
  private(set) var sums: [(kind: ClickKind, count: Int)] = []
  /// The indexes of kinds; filled only once there are more than a few.
  private var places: [ClickKind: Int] = [:]

  /// The number of kinds that are compared one by one, which takes less time than hashing.
  private static let few = 8

  init(link: Int) {
    self.link = link
  }

  /// The number of clicks by people, without those by bots.
  var people: Int {
    sums.reduce(0) { sum, click in
      click.kind.isBot || click.kind.traits.isFirstOpening ? sum : sum.addingClamped(click.count)
    }
  }

  /// The clicks as kept by hour, without their traits.
  var withoutTraits: LinkClicks {
    guard sums.contains(where: { $0.kind.traits != .none }) else { return self }
    var clicks = LinkClicks(link: link)
    for (kind, count) in sums where !kind.traits.isFirstOpening {
      var plain = kind
      plain.traits = .none
      clicks.add(count, of: plain)
    }
    return clicks
  }

  mutating func add(_ count: Int, of kind: ClickKind) {
    if let place = place(of: kind) {
      sums[place].count = sums[place].count.addingClamped(count)
      return
    }
    sums.append((kind, count))
    if sums.count > Self.few {
      if places.isEmpty { for place in sums.indices { places[sums[place].kind] = place } }
      places[kind] = sums.count - 1
    }
  }

  private func place(of kind: ClickKind) -> Int? {
    sums.count <= Self.few ? sums.firstIndex { $0.kind == kind } : places[kind]
  }
}
