import JSONSyntax
import KeiroConfiguration
import LinkStorage
import Links
import NodeStore
import PostgresStore
import SQLStorage
import SQLiteStore
import System

extension CommandTable {
  static let store = CommandGroup(
    name: "store", summary: "check, migrate and copy the store",
    examples: ["store status", "store verify --json"],
    commands: [storeStatus, migrateStore, verifyStore, backUpStore, restoreStore, copyStore])

  private static let storeStatus = CommandSpecification(
    "store status", "show the state of the store and its nodes",
    details: [
      "For a database: its version and schema, the nodes that are alive, how current this",
      "node's copy is, and the clicks that wait for the database. Exits with 1 if something",
      "is not in order.",
    ], options: [.config, .json], examples: ["store status"]
  ) { arguments in arguments.store(StoreCommand.status) }

  private static let migrateStore = CommandSpecification(
    "store migrate", "bring the tables of the store up to date",
    details: ["Safe while nodes are running, and on several nodes at once."],
    options: [.config, .json], examples: ["store migrate"]
  ) { arguments in arguments.store(StoreCommand.migrate) }

  private static let verifyStore = CommandSpecification(
    "store verify", "compare this node's copy with the database",
    details: [
      "Compares ranges of identifiers; a range that differs is compared again, since links",
      "may change in the meantime. In a file (the store's or the copy's), reads every page",
      "and every link, and checks that each is as it was written. Exits with 1 if a range",
      "still differs, or if there is damage.",
    ], options: [.config, .json], examples: ["store verify --json"]
  ) { arguments in arguments.store(StoreCommand.verify) }

  private static let backUpStore = CommandSpecification(
    "store backup", "copy the store to a new file, also while it is in use",
    details: [
      "FILE is one file with everything that the store held when the copy began: links, clicks, people,",
      "tokens, webhooks, the audit log. It gets the owner and the mode of the store, replaces nothing,",
      "and is read through afterwards: exits with 1 when the store is damaged, and its copy with it.",
      "PostgreSQL has pg_dump for this.",
    ],
    options: [.config, .json], operands: OperandSpecification(.file("FILE")),
    examples: ["store backup /var/backups/keiro-monday.db"]
  ) { arguments throws(UsageError) in
    let file = try arguments.operand()
    return arguments.store { command in
      StoreBackup(direction: .backup, file: file, json: command.json, now: command.now).run
    }
  }

  private static let restoreStore = CommandSpecification(
    "store restore", "put a copy in the place of the store, while nothing uses it",
    details: [
      "FILE has to be a sound store of Keiro of this or an earlier release, and stays as it is. The",
      "present store is kept beside the new one, under a name that is printed. What was revoked,",
      "removed or deleted since the copy was made is there again: tokens, people, links.",
      "PostgreSQL has pg_restore for this.",
    ],
    options: [.config, .json], operands: OperandSpecification(.file("FILE")),
    examples: [
      "store restore /var/backups/keiro-monday.db  # after 'systemctl stop keiro'"
    ]
  ) { arguments throws(UsageError) in
    let file = try arguments.operand()
    return arguments.store { command in
      StoreBackup(direction: .restore, file: file, json: command.json, now: command.now).run
    }
  }

  private static let copyStore = CommandSpecification(
    "store copy", "copy everything from another store",
    details: [
      "SOURCE is sqlite:FILE or a connection string such as postgresql://keiro@db1/keiro.",
      "Copies links, tokens, webhooks, people with their passkeys, the audit log and",
      "counts, and names what is not copied. What is already here stays as it is; counts",
      "are added. An interrupted copy continues when it is run again, and nothing is",
      "counted twice. Without --apply, nothing is changed.",
    ],
    options: [.config, .source, .apply, .json],
    examples: ["store copy --from sqlite:old.db --apply"]
  ) { arguments throws(UsageError) in
    let source = try arguments.required(.source) { StoreSource($0) }
    let applies = arguments.has(.apply)
    return arguments.store { command in
      StoreCopying(source: source, applies: applies, json: command.json, now: command.now).run
    }
  }
}

extension ParsedArguments {
  fileprivate func store(
    _ action: @escaping (StoreCommand) -> StoreCommand.Action
  ) -> StoreCommand {
    StoreCommand(file: configuration, action: action, json: has(.json), now: now)
  }
}

extension OptionSpecification {
  fileprivate static let source = Self(
    "--from", .text("SOURCE"), "sqlite:FILE, or the connection string of a database",
    isRequired: true)
}

/// `keiro store`: commands for the store as a whole.
private struct StoreCommand: Command {
  typealias Action = (StoreSettings, Console) throws(LinkStoreError) -> ExitCode

  let file: String
  let action: (StoreCommand) -> Action
  let json: Bool
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    CompiledConfiguration.with(path: file, console) { configuration in
      do throws(LinkStoreError) {
        return try action(self)(configuration.store, console)
      } catch {
        return console.report(.environment("store-unavailable", "\(error)"))
      }
    }
  }

  // MARK: - Status

  func status(
    _ settings: StoreSettings, _ console: Console
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

  func migrate(
    _ settings: StoreSettings, _ console: Console
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

  func verify(
    _ settings: StoreSettings, _ console: Console
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

/// The state of a store and its nodes.
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

  init(engine: String, version: String, path: String? = nil) {
    self.engine = engine
    self.version = version
    self.path = path
  }

  init(_ settings: PostgresSettings) throws(LinkStoreError) {
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

  /// Notes clicks that the last process left beside a file.
  mutating func note(left: Int) {
    guard left > 0 else { return }
    unsent = left
    problems.append("\(CountBatch.clicks(left)) were left by the last process: a start counts them")
  }

  private mutating func readCopy(
    _ settings: PostgresSettings, _ replication: Replication
  ) throws(LinkStoreError) {
    guard fileExists(settings.copy) else {
      epoch = try replication.changes(since: nil).epoch
      problems.append("the copy '\(settings.copy)' does not exist yet")
      return
    }
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
    .object([
      .init("engine", .string(engine)), .init("version", .string(version)),
      .init("path", .optional(path)), .init("schema", schema.map(JSONOutput.int) ?? .null),
      .init("epoch", .optional(epoch)), .init("node", .optional(node)),
      .init("copyIsCurrent", isCurrent.map(JSONOutput.bool) ?? .null),
      .init("lagSeconds", lag.map(JSONOutput.int) ?? .null),
      .init("unsentClicks", unsent.map(JSONOutput.int) ?? .null),
      .init(
        "nodes",
        .array(
          nodes.map { node in
            .object([
              .init("name", .string(node.name)), .init("secondsSilent", .int(node.secondsSilent)),
            ])
          })),
      .init("problems", .strings(problems)),
    ])
  }
}
