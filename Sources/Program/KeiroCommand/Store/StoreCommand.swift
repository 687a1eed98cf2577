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
    var progress: ProgressBar?
    func show(_ done: Int, _ all: Int, _ links: Int) {
      if progress == nil { progress = ProgressBar(total: all, console) }
      progress?.show(done, rows: links)
    }
    let found: StoreVerification
    switch settings {
    case .memory:
      console.complain("keiro store: the store is the memory of the server, which has no file")
      return .negative
    case .sqlite(let path): found = try StoreVerification(file: path, show)
    case .postgres(let settings): found = try StoreVerification(settings, show)
    }
    progress?.clear()
    if json { console.print(found.json) } else { found.lines.forEach(console.print) }
    return found.isGood ? .done : .negative
  }
}
