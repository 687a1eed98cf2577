import JSONSyntax
import KeiroConfiguration
import LinkStorage
import Links
import NodeStore
import PostgresStore
import SQLStorage
import SQLiteStore
import System

/// `keiro store`: commands for the store as a whole.
struct StoreCommand {
  let file: String
  let request: StoreRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    CompiledConfiguration.with(path: file, console) { configuration in
      do throws(LinkStoreError) {
        switch request {
        case .status(let json): return try status(configuration.store, json, console)
        case .migrate(let json): return try migrate(configuration.store, json, console)
        case .verify(let json): return try verify(configuration.store, json, console)
        case .copy(let source, let applies, let json):
          return try StoreCopying(source: source, applies: applies, json: json, now: now)
            .run(into: configuration.store, console)
        case .backup(let file, let json):
          return StoreBackup(direction: .backup, file: file, json: json, now: now)
            .run(configuration.store, console)
        case .restore(let file, let json):
          return StoreBackup(direction: .restore, file: file, json: json, now: now)
            .run(configuration.store, console)
        }
      } catch {
        return console.report(
          .environment("store-unavailable", "\(error)"))
      }
    }
  }

  // MARK: - Status

  private func status(
    _ settings: StoreSettings, _ json: Bool, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    var report: StoreReport
    switch settings {
    case .memory: report = StoreReport(engine: "memory", version: keiroVersion)
    case .sqlite(let path):
      let store = try settings.open(for: .reading)
      defer { store.close() }
      try store.check()
      report = StoreReport(engine: "sqlite", version: SQLiteStore.libraryVersion, path: path)
      report.note(left: LeftClicks(beside: path).visits)
    case .postgres(let settings): report = try StoreReport(settings)
    }
    if json { console.print(report.json) } else { report.lines.forEach(console.print) }
    for problem in report.problems { console.remark("\(problem)") }
    return report.problems.isEmpty ? .done : .negative
  }

  // MARK: - Migrating

  private func migrate(
    _ settings: StoreSettings, _ json: Bool, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    func end(_ engine: String, _ before: Int?, _ schema: Int?, _ line: String) -> ExitCode {
      let document = JSONOutput.object([
        .init("engine", .string(engine)), .init("before", before.map(JSONOutput.int) ?? .null),
        .init("schema", schema.map(JSONOutput.int) ?? .null),
      ])
      if json { console.print(document) } else { console.print(line) }
      return .done
    }
    switch settings {
    case .memory:
      return console.report(
        CommandFailure(
          code: "store-in-memory",
          detail: "the store is the memory of the server, which has no schema", exit: .negative))
    case .sqlite(let path):
      // Opening the file for writing migrates it.
      try settings.open(for: .writing).close()
      return end("sqlite", nil, nil, "'\(path)' has the newest schema")
    case .postgres(let settings):
      let replication = try Replication(settings.connection, options: settings.options)
      defer { replication.store.close() }
      let before = try replication.migrate()
      let newest = try replication.server().newestSchema
      let line = before.map {
        $0 >= newest ? "schema \($0), nothing to do" : "schema \($0) is now \(newest)"
      }
      return end("postgres", before, newest, line ?? "made the tables: schema \(newest)")
    }
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
      console.remark("the store is the memory of the server, which has no file")
      return .negative
    case .sqlite(let path): found = try StoreVerification(file: path, show)
    case .postgres(let settings): found = try StoreVerification(settings, show)
    }
    progress?.clear()
    if json { console.print(found.json) } else { found.lines.forEach(console.print) }
    return found.isGood ? .done : .negative
  }
}
