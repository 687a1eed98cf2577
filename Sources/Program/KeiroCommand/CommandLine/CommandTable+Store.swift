import LinkStorage

extension CommandTable {
  static let store = [storeStatus, migrateStore, verifyStore, backUpStore, restoreStore, copyStore]

  private static let storeStatus = CommandSpecification(
    name: "store status", summary: "show the state of the store and its nodes",
    details: [
      "For a database: its version and schema, the nodes that are alive, how current this",
      "node's copy is, and the clicks that wait for the database. Exits with 1 if something",
      "is not in order.",
    ],
    options: [.config, .json]
  ) { arguments in
    .store(.status(json: arguments.has(.json)), configuration: arguments.configuration)
  }

  private static let migrateStore = CommandSpecification(
    name: "store migrate", summary: "bring the tables of the store up to date",
    details: ["Safe while nodes are running, and on several nodes at once."],
    options: [.config, .json]
  ) { arguments in
    .store(.migrate(json: arguments.has(.json)), configuration: arguments.configuration)
  }

  private static let verifyStore = CommandSpecification(
    name: "store verify", summary: "compare this node's copy with the database",
    details: [
      "Compares ranges of identifiers; a range that differs is compared again, since links",
      "may change in the meantime. In a file (the store's or the copy's), reads every page",
      "and every link, and checks that each is as it was written. Exits with 1 if a range",
      "still differs, or if there is damage.",
    ],
    options: [.config, .json]
  ) { arguments in
    .store(.verify(json: arguments.has(.json)), configuration: arguments.configuration)
  }

  private static let backUpStore = CommandSpecification(
    name: "store backup", summary: "copy the store to a new file, also while it is in use",
    details: [
      "FILE is one file with everything that the store held when the copy began: links, clicks, people,",
      "tokens, webhooks, the audit log. It gets the owner and the mode of the store, replaces nothing,",
      "and is read through afterwards: exits with 1 when the store is damaged, and its copy with it.",
      "PostgreSQL has pg_dump for this.",
    ],
    options: [.config, .json], operands: storeFile
  ) { arguments throws(UsageError) in
    .store(
      .backup(to: try arguments.operand(), json: arguments.has(.json)),
      configuration: arguments.configuration)
  }

  private static let restoreStore = CommandSpecification(
    name: "store restore", summary: "put a copy in the place of the store, while nothing uses it",
    details: [
      "FILE has to be a sound store of Keiro of this or an earlier release, and stays as it is. The",
      "present store is kept beside the new one, under a name that is printed. What was revoked,",
      "removed or deleted since the copy was made is there again: tokens, people, links.",
      "PostgreSQL has pg_restore for this.",
    ],
    options: [.config, .json], operands: storeFile
  ) { arguments throws(UsageError) in
    .store(
      .restore(from: try arguments.operand(), json: arguments.has(.json)),
      configuration: arguments.configuration)
  }

  private static let storeFile = OperandSpecification(
    value: .file("FILE"), label: "FILE", count: 1...1)

  private static let copyStore = CommandSpecification(
    name: "store copy", summary: "copy everything from another store",
    details: [
      "SOURCE is sqlite:FILE or a connection string such as postgresql://keiro@db1/keiro.",
      "Copies links, tokens, webhooks, people with their passkeys, the audit log and",
      "counts, and names what is not copied. What is already here stays as it is; counts",
      "are added. An interrupted copy continues when it is run again, and nothing is",
      "counted twice. Without --apply, nothing is changed.",
    ],
    options: [.config, .source.required, .apply, .json]
  ) { arguments throws(UsageError) in
    .store(
      .copy(
        from: try arguments.required(.source) { StoreSource($0) },
        applies: arguments.has(.apply), json: arguments.has(.json)),
      configuration: arguments.configuration)
  }
}

extension OptionSpecification {
  static let source = OptionSpecification(
    name: "--from", value: .text("SOURCE"),
    summary: "sqlite:FILE, or the connection string of a database")
}
