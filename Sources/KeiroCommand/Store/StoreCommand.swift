import JSONSyntax
import LinkStorage
import Links
import NodeStore
import PostgresStore
import SQLiteStore
import System

/// `keiro store`: the store as a whole, beside the server.
struct StoreCommand {
  let file: String
  let request: StoreRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    CompiledConfiguration.with(path: file, console) { configuration in
      do throws(LinkStoreError) {
        switch request {
        case .status(let json): return try status(configuration.store, json, console)
        case .migrate: return try migrate(configuration.store, console)
        case .verify(let json): return try verify(configuration.store, json, console)
        case .copy(let source, let applies):
          return try StoreCopying(source: source, applies: applies, now: now)
            .run(into: configuration.store, console)
        }
      } catch {
        console.complain("keiro store: \(error)")
        return .environmentFailed
      }
    }
  }

  // MARK: - Status

  private func status(
    _ settings: StoreSettings, _ json: Bool, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    let report: StoreReport
    switch settings {
    case .memory: report = StoreReport(engine: "memory", version: keiroVersion)
    case .sqlite(let path):
      let store = try settings.open(for: .reading)
      defer { store.close() }
      try store.check()
      report = StoreReport(engine: "sqlite", version: SQLiteStore.libraryVersion, path: path)
    case .postgres(let settings): report = try StoreReport(settings)
    }
    if json { console.print(report.json) } else { report.lines.forEach(console.print) }
    for problem in report.problems { console.complain("keiro store: \(problem)") }
    return report.problems.isEmpty ? .done : .negative
  }

  // MARK: - Migrating

  private func migrate(
    _ settings: StoreSettings, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    switch settings {
    case .memory:
      console.complain("keiro store: the store is the memory of the server, which has no schema")
      return .negative
    case .sqlite(let path):
      // Opening the file for writing does it.
      try settings.open(for: .writing).close()
      console.print("'\(path)' has the newest schema")
    case .postgres(let settings):
      let replication = try Replication(settings.connection, options: settings.options)
      defer { replication.store.close() }
      let before = try replication.migrate()
      let newest = try replication.server().newestSchema
      console.print(
        before.map {
          $0 >= newest ? "schema \($0), nothing to do" : "schema \($0) is now \(newest)"
        }
          ?? "made the tables: schema \(newest)")
    }
    return .done
  }

  // MARK: - Verifying

  private func verify(
    _ settings: StoreSettings, _ json: Bool, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    guard case .postgres(let settings) = settings else {
      console.complain(
        "keiro store: the store has no copy: expected a configuration with store.postgres")
      return .negative
    }
    var progress: ProgressBar?
    let found = try CopyComparison(settings).run { done, all, links in
      if progress == nil { progress = ProgressBar(total: all, console) }
      progress?.show(done, rows: links)
    }
    progress?.clear()
    if json {
      console.print(
        .object([
          .init("links", .int(found.links)), .init("ranges", .int(found.ranges)),
          .init(
            "differing",
            .array(
              found.differing.map { range in
                .object([
                  .init("from", .int(range.lowerBound)), .init("until", .int(range.upperBound)),
                ])
              })),
        ]))
    } else {
      console.print("\(found.links) links in \(found.ranges) ranges compared")
      for range in found.differing {
        console.print("links \(range.lowerBound) to \(range.upperBound - 1) differ")
      }
      if found.differing.isEmpty { console.print("the copy is as the database") }
    }
    return found.differing.isEmpty ? .done : .negative
  }
}

/// Compares a node's copy with the database.
struct CopyComparison {
  let settings: PostgresSettings

  struct Result {
    var links = 0
    var ranges = 0
    var differing: [Range<Int>] = []
  }

  init(_ settings: PostgresSettings) {
    self.settings = settings
  }

  /// So often a range is compared that differs: a link that changed may be on its way.
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
    return result
  }

  private func agrees(
    _ range: Range<Int>, _ replication: Replication, _ copy: SQLiteStore
  ) throws(LinkStoreError) -> Bool {
    for _ in 0..<Self.attempts {
      if try replication.sums(of: range) == copy.sums(of: range) { return true }
      // The feed rings when something has changed.
      _ = replication.wait(milliseconds: 100, orFor: -1)
    }
    return false
  }
}
