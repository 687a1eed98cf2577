import JSONSyntax
import KeiroConfiguration
import LinkStorage
import Links
import PostgresStore
import SQLStorage
import SQLiteStore

extension CommandTable {
  static let store = CommandGroup(
    name: "store", summary: "check, migrate and copy the store",
    examples: ["store status", "store verify --json"],
    commands: [storeStatus, migrateStore, verifyStore, backUpStore, restoreStore, copyStore])

  private static let storeStatus = CommandSpecification(
    "store status", "show the state of the store and its nodes",
    details: [
      "For a database: its version and schema, the nodes that are alive, how current this",
      "node's copy is, and the clicks that wait for the database. Reads every page of the file",
      "(the store's or the copy's). Exits with 1 if something is not in order.",
    ], options: [.config, .json], examples: ["store status"]
  ) { arguments in
    arguments.store(orMemory: true) { settings, _ throws(LinkStoreError) in
      let report = try StoreReport(of: settings)
      return CommandAnswer(
        document: JSONNode(report.json), lines: report.lines, alerts: report.problems,
        isPositive: report.problems.isEmpty)
    }
  }

  private static let migrateStore = CommandSpecification(
    "store migrate", "bring the tables of the store up to date",
    details: ["Safe while nodes are running, and on several nodes at once."],
    options: [.config, .json], examples: ["store migrate"]
  ) { arguments in
    arguments.store { settings, _ throws(LinkStoreError) in
      var (engine, before, schema): (String, Int?, Int?) = ("sqlite", nil, nil)
      let line: String
      if case .postgres(let settings) = settings {
        engine = "postgres"
        let replication = try Replication(settings.connection, options: settings.options)
        defer { replication.store.close() }
        before = try replication.migrate()
        let newest = try replication.server().newestSchema
        schema = newest
        line =
          before.map {
            $0 >= newest ? "schema \($0), nothing to do" : "schema \($0) is now \(newest)"
          } ?? "made the tables: schema \(newest)"
      } else {
        // Opening the file for writing migrates it.
        try settings.open(for: .writing).close()
        line = "'\(settings.name ?? "")' has the newest schema"
      }
      let document: JSONOutput = [
        "engine": .string(engine), "before": .optional(before), "schema": .optional(schema),
      ]
      return CommandAnswer(document: JSONNode(document), lines: [line])
    }
  }

  private static let verifyStore = CommandSpecification(
    "store verify", "compare this node's copy with the database",
    details: [
      "Compares ranges of identifiers; a range that differs is compared again, since links",
      "may change in the meantime. In a file (the store's or the copy's), reads every page",
      "and every link, and checks that each is as it was written. Exits with 1 if a range",
      "still differs, or if there is damage.",
    ], options: [.config, .json], examples: ["store verify --json"]
  ) { arguments in
    arguments.store { settings, console throws(LinkStoreError) in
      var progress: ProgressBar?
      defer { progress?.clear() }
      func show(_ done: Int, _ all: Int, _ links: Int) {
        if progress == nil { progress = ProgressBar(total: all, console) }
        progress?.show(done, rows: links)
      }
      let found =
        if case .postgres(let settings) = settings {
          try StoreVerification(settings, show)
        } else {
          try StoreVerification(file: settings.name ?? "", show)
        }
      return CommandAnswer(
        document: JSONNode(found.json), lines: found.lines, isPositive: found.isGood)
    }
  }

  private static let backUpStore = CommandSpecification(
    "store backup", "copy the store to a new file, also while it is in use",
    details: [
      "FILE is one file with everything that the store held when the copy began: links, clicks, people,",
      "tokens, webhooks, the audit log. It gets the owner and the mode of the store, replaces nothing,",
      "and is read through afterwards: exits with 1 when the store is damaged, and its copy with it.",
      "PostgreSQL has pg_dump for this.",
    ],
    options: [.config, .json], operands: copyOperand,
    examples: ["store backup /var/backups/keiro-monday.db"]
  ) { arguments throws(UsageError) in
    let file = try arguments.copyOfStore()
    return arguments.storeFile { path throws(StoreFileFailure) in
      let copy = try StoreCopy.make(of: path, at: file)
      let left = LeftClicks(beside: path).visits
      let damages = copy.damages.map { "damaged: \($0)" }
      return CommandAnswer(
        document: JSONNode(
          [
            "store": .string(path), "file": .string(file), "links": .int(copy.links),
            "schema": .int(copy.schema), "bytes": .int(copy.bytes),
            "damaged": .strings(copy.damages),
          ]),
        lines: [
          "copied '\(path)' to '\(file)': \(copy.links.counted("link")), \(copy.bytes) bytes"
        ],
        alerts: (left == 0
          ? []
          : [
            "the copy lacks clicks that the last process left beside the store, which its "
              + "next start counts: \(left)"
          ]) + damages
          + (damages.isEmpty
            ? []
            : [
              "the store itself is damaged, and so is the copy: keep the earlier ones, and see "
                + "'keiro store verify'"
            ]),
        isPositive: damages.isEmpty)
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
    options: [.config, .json], operands: copyOperand,
    examples: [
      "store restore /var/backups/keiro-monday.db  # after 'systemctl stop keiro'"
    ]
  ) { arguments throws(UsageError) in
    let file = try arguments.copyOfStore()
    return arguments.storeFile { path throws(StoreFileFailure) in
      let mark = arguments.now.description.filter { $0 != "-" && $0 != ":" }
      let (copy, kept) = try StoreFiles(path: path).restore(from: file, mark: mark)
      return CommandAnswer(
        document: JSONNode(
          [
            "store": .string(path), "file": .string(file), "links": .int(copy.links),
            "schema": .int(copy.schema), "kept": .optional(kept),
          ]),
        lines: ["restored '\(path)' from '\(file)': \(copy.links.counted("link"))"]
          + (kept.map { ["the store before is kept as '\($0)'"] } ?? []))
    }
  }

  private static let copyStore = CommandSpecification(
    "store copy", "copy everything from another store",
    details: [
      "SOURCE is sqlite:FILE or a connection string such as postgresql://keiro@db1/keiro.",
      "Copies links, tokens, webhooks, people with their passkeys, the audit log and",
      "counts, and names what is not copied. What is already here stays as it is; counts",
      "are added. An interrupted copy continues when it is run again, and nothing is",
      "counted twice. Without --apply, nothing is changed. A backup of this store is no other",
      "store: 'store restore' puts it in its place.",
    ],
    options: [.config, .source, .apply, .json],
    examples: ["store copy --from sqlite:old.db --apply"]
  ) { arguments throws(UsageError) in
    let source = try arguments.required(.source) { StoreSource($0) }
    let applies = arguments.has(.apply)
    return arguments.store { settings, console throws(LinkStoreError) in
      let from = try source.open()
      defer { from.close() }
      let into = try settings.open(for: applies ? .writing : .reading)
      defer { into.close() }
      var copying = StoreCopying(
        from: from, into: into, applies: applies, now: arguments.now,
        progress: ProgressBar(total: nil, console))
      return try copying.run()
    }
  }

  private static let copyOperand = OperandSpecification(
    .file("FILE", form: "a file such as /var/backups/keiro-monday.db"))
}

extension ParsedArguments {
  /// A command on the store as a whole.
  ///
  /// - Parameter orMemory: whether a store in memory is as good as any other.
  fileprivate func store(
    orMemory: Bool = false,
    _ action: @escaping (StoreSettings, Console) throws(LinkStoreError) -> CommandAnswer
  ) -> Command {
    { console throws(CommandFailure) in
      let settings = try CompiledConfiguration.used(configuration).store
      if settings == .memory, !orMemory { throw .storeInMemory }
      do throws(LinkStoreError) {
        return console.give(try action(settings, console))
      } catch {
        if error.operation == StoreCopying.operation {
          throw .refusal("not-copied", error.message)
        }
        // To open a file names it, which may be that of another store.
        if error.operation.hasPrefix("open ") {
          throw .environment("store-unavailable", "\(error)")
        }
        throw CommandFailure(error, ofStore: settings.name ?? "in memory")
      }
    }
  }

  /// The file of a copy, which is written and read in any order: a stream does not do.
  fileprivate func copyOfStore() throws(UsageError) -> String {
    let file = try operand()
    guard file != "-" else { throw error(.invalidOperand(file)) }
    return file
  }

  fileprivate func storeFile(
    _ action: @escaping (String) throws(StoreFileFailure) -> CommandAnswer
  ) -> Command {
    { console throws(CommandFailure) in
      switch try CompiledConfiguration.used(configuration).store {
      case .sqlite(let path):
        let answer = try rethrown(action(path)) { (failure: StoreFileFailure) in
          CommandFailure(failure)
        }
        return console.give(answer)
      case .memory: throw .storeInMemory
      case .postgres:
        throw .refusal(
          "store-in-database",
          "the store is in PostgreSQL, whose own tools copy it: 'pg_dump --format=custom "
            + "--file=FILE DATABASE' for a backup; to restore it while no node runs, "
            + "'psql --command=\"DROP SCHEMA keiro CASCADE\" DATABASE', then "
            + "'pg_restore --dbname=DATABASE FILE'")
      }
    }
  }
}

extension CommandFailure {
  fileprivate static let storeInMemory = refusal(
    "store-in-memory", "the store is the memory of the server, which has no file")

  fileprivate init(_ failure: StoreFileFailure) {
    let (code, exit): (String, ExitCode) =
      switch failure.kind {
      case .taken: ("file-exists", .negative)
      case .unsound: ("unsound-store", .negative)
      case .inUse: ("store-in-use", .environmentFailed)
      case .failed: ("store-unavailable", .environmentFailed)
      }
    self.init(code: code, detail: failure.message, exit: exit)
  }
}

extension OptionSpecification {
  fileprivate static let source = Self(
    "--from", .text("SOURCE"), "sqlite:FILE, or the connection string of a database",
    isRequired: true)
}
