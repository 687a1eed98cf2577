import JSONSyntax
import KeiroConfiguration
import LinkStorage
import Links
import NodeStore
import PostgresStore
import SQLStorage
import SQLiteStore
import System

struct StoreReport {
  var engine: String
  var version: String
  var path: String?
  var schema: Int?
  var epoch: String?
  var node: String?
  var nodes: [Replication.Node] = []
  /// Whether the copy contained everything in the database at the time of the report; nil if there
  /// is no copy.
  var isCurrent: Bool?
  /// The age in seconds of the first change that the copy lacks; nil if unknown.
  var lag: Int?
  var unsent: Int?
  var problems: [String] = []
}

extension StoreReport {
  init(of settings: StoreSettings) throws(LinkStoreError) {
    switch settings {
    case .memory: self.init(engine: "memory", version: keiroVersion)
    case .sqlite(let path):
      if let obstacle = SQLiteStore.obstacle(at: path), !obstacle.isOfDamage { throw obstacle }
      self.init(engine: "sqlite", version: SQLiteStore.libraryVersion, path: path)
      if fileExists(path) { try readPages(of: path) }
      let left = LeftClicks(beside: path).visits
      guard left > 0 else { return }
      unsent = left
      problems.append(
        "\(CountBatch.clicks(left)) were left by the last process: a start counts them")
    case .postgres(let settings): try self.init(settings)
    }
  }

  private init(_ settings: PostgresSettings) throws(LinkStoreError) {
    let replication = try Replication(settings.connection, options: settings.options)
    defer { replication.store.close() }
    let server = try replication.server()
    self.init(engine: "postgres", version: server.version, path: settings.copy)
    schema = server.schema
    node = settings.node
    unsent = try NodeFiles.unsent(copy: settings.copy)
    guard let schema, schema >= server.newestSchema else {
      problems.append(
        "the database has \(schema.map { "schema \($0)" } ?? "no tables of keiro"): expected "
          + "\(server.newestSchema), which 'keiro store migrate' makes")
      return
    }
    try replication.prepare()
    nodes = try replication.nodes()
    try readCopy(settings, replication)
    if !nodes.contains(where: { $0.name == settings.node }) {
      problems.append("the node '\(settings.node)' is not alive")
    }
    for node in nodes where node.isSilent {
      problems.append(
        "the node '\(node.name)' was last heard of \(node.secondsSilent) s ago: it serves an old "
          + "copy, or was killed")
    }
    if let unsent, unsent > 0 { problems.append("\(unsent) clicks wait for the database") }
  }

  private mutating func readCopy(
    _ settings: PostgresSettings, _ replication: Replication
  ) throws(LinkStoreError) {
    guard fileExists(settings.copy) else {
      epoch = try replication.changes(since: nil).epoch
      problems.append("the copy '\(settings.copy)' does not exist yet")
      return
    }
    try readPages(of: settings.copy)
    guard problems.isEmpty else { return }
    let copy = try SQLiteStore.reading(settings.copy)
    defer { copy.close() }
    let cursor = try copy.copyCursor()
    let changes = try replication.changes(since: cursor)
    epoch = changes.epoch
    isCurrent = changes.followed?.isEmpty ?? false
    lag = changes.followed.map { followed in
      followed.since.map { max(0, Int(Clock.now()) - $0.secondsSinceEpoch) } ?? 0
    }
    if cursor == nil {
      problems.append("the copy is not whole yet")
    } else if let lag, Double(lag) >= NodeStanding.patience {
      problems.append("the copy lacks what was changed in the last \(lag) s")
    } else if changes.followed == nil {
      problems.append("the copy has to be compared as a whole, which a node does when it runs")
    }
  }

  private mutating func readPages(of path: String) throws(LinkStoreError) {
    problems += try SQLiteStore.damages(ofFile: path) { store throws(LinkStoreError) in
      try store.damagedPages()
    }
    .map { "the file '\(path)' is damaged: \($0): see 'keiro store verify'" }
  }

  var lines: [String] {
    var lines = ["engine: \(engine) \(version)"]
    if let path { lines.append((engine == "postgres" ? "copy: " : "file: ") + path) }
    if let schema { lines.append("schema: \(schema)") }
    if let epoch { lines.append("epoch: \(epoch)") }
    if let isCurrent { lines.append("copy is current: \(isCurrent ? "yes" : "no")") }
    if let lag { lines.append("lag: \(lag) s") }
    if let unsent { lines.append("unsent clicks: \(unsent)") }
    for node in nodes {
      let mark = node.name == self.node ? " (this node)" : ""
      lines.append("node \(node.name)\(mark): heard of \(node.secondsSilent) s ago")
    }
    return lines
  }

  var json: JSONOutput {
    [
      "engine": .string(engine), "version": .string(version), "path": .optional(path),
      "schema": .optional(schema), "epoch": .optional(epoch), "node": .optional(node),
      "copyIsCurrent": isCurrent.map(JSONOutput.bool) ?? .null, "lagSeconds": .optional(lag),
      "unsentClicks": .optional(unsent),
      "nodes": .array(
        nodes.map { node in
          ["name": .string(node.name), "secondsSilent": .int(node.secondsSilent)]
        }),
      "problems": .strings(problems),
    ]
  }
}

/// `keiro store verify`: examines a file, and compares a node's copy with the database.
struct StoreVerification {
  private var links = 0
  /// The number of ranges compared with the copy, and those that differ; nil without a copy.
  private var ranges: (count: Int, differing: [Range<Int>])?
  private let damages: [String]

  /// How often a differing range is compared again: a changed link may still be on its way.
  private static let attempts = 20
  private static let step = 1000

  var isGood: Bool { damages.isEmpty && ranges?.differing.isEmpty != false }

  /// - Parameter progress: called with the position, the end, and the number of links so far.
  init(file path: String, _ progress: (Int, Int, Int) -> Void) throws(LinkStoreError) {
    var count = 0
    damages = try SQLiteStore.damages(ofFile: path) { store throws(LinkStoreError) in
      let damages = try Self.damages(in: store)
      count = damages.isEmpty ? try store.linkCount() : (try? store.linkCount()) ?? 0
      return damages
    }
    links = count
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
    var (links, count, differing): (Int, Int, [Range<Int>]) = (0, 0, [])
    try replication.compareLinks(with: copy) { range throws(LinkStoreError) in
      if try !Self.agrees(range, replication, copy) { differing.append(range) }
    } progress: { done, last, sums in
      links += sums.reduce(0) { $0 + $1.count }
      count += sums.count
      progress(done, last, links)
    }
    self.links = links
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

  private static func damages(in store: SQLiteStore) throws(LinkStoreError) -> [String] {
    var position = 0
    repeat {
      position = try store.examine(after: position, limit: step)
    } while position > 0
    return try store.damagedPages()
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
    if !ranges.differing.isEmpty {
      lines.append(
        "stop the node, remove only the file of 'store.copy', and start the node, which fills it again"
      )
    }
    if isGood { lines.append("the copy is as the database") }
    return lines
  }

  var json: JSONOutput {
    let compared = ranges.map { ranges -> JSONOutput in
      let differing = ranges.differing.map { range -> JSONOutput in
        ["from": .int(range.lowerBound), "until": .int(range.upperBound)]
      }
      return ["ranges": .int(ranges.count), "differing": .array(differing)]
    }
    return ["links": .int(links)] + (compared ?? [:]) + ["damaged": .strings(damages)]
  }
}

extension SQLiteStore {
  /// The damages that a look at a file finds, or the one that keeps it from being read at all.
  fileprivate static func damages(
    ofFile path: String, _ look: (SQLiteStore) throws(LinkStoreError) -> [String]
  ) throws(LinkStoreError) -> [String] {
    do throws(LinkStoreError) {
      let store = try SQLiteStore.reading(path)
      defer { store.close() }
      return try look(store)
    } catch {
      guard error.isOfDamage else { throw error }
      return ["\(error)"]
    }
  }

  /// What SQLite finds wrong with the pages, and what was found before.
  fileprivate func damagedPages() throws(LinkStoreError) -> [String] {
    try integrityFailures() + damages
  }
}

extension LinkStoreError {
  /// Whether a store is damaged, rather than a file that was never one.
  fileprivate var isOfDamage: Bool { kind == .corrupt && !isOfNoDatabase }
}
