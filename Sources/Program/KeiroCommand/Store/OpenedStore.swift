import Changes
import KeiroConfiguration
import LinkStorage
import Links
import NodeStore
import Outgoing
import PostgresStore
import Questions
import SQLStorage
import SQLiteStore
import Service
import SiteModel
import System

struct OpenedStore {
  /// The name of the store in messages.
  let name: String
  let settings: StoreSettings
  let snapshot: ServiceSnapshot
  let store: any LinkStore
  let now: Timestamp
  let outgoing: OutgoingRules
  let dashboard: DashboardSettings

  /// Changes made as the system's user, who may change everything.
  let changes: StoreChanges

  var sites: SiteTable { snapshot.siteTable }

  var links: LinkEditor { LinkEditor(by: changes.authority, in: store, of: snapshot, at: now) }

  /// Opens the store of a configuration. Whoever does closes it.
  ///
  /// - Parameter file: the path of the configuration.
  init(
    _ configuration: CompiledConfiguration, of file: String, at now: Timestamp,
    for purpose: StorePurpose
  ) throws(CommandFailure) {
    guard let name = configuration.store.name else {
      throw .environment(
        "store-in-memory",
        "the store of '\(file)' is the memory of the server: expected "
          + "{ \"sqlite\": \"keiro.db\" }, which commands can open too, or --server")
    }
    self.name = name
    settings = configuration.store
    self.now = now
    snapshot = configuration.snapshot
    outgoing = configuration.outgoing
    dashboard = configuration.dashboard
    store = try rethrown(configuration.store.open(for: purpose)) {
      CommandFailure($0, ofStore: name)
    }
    store.keep(configuration.history)
    changes = StoreChanges(
      by: .everything(as: AuditActor(.commandLine, id: String(Process.user))), in: store, at: now,
      of: snapshot)
  }
}

extension StoreSettings {
  /// The name of the store in messages; nil for one that exists only inside a server.
  var name: String? {
    switch self {
    case .memory: nil
    case .sqlite(let path): path
    case .postgres: "PostgreSQL"
    }
  }

  /// What is found by the links of the store, for commands that only read. A store that does not exist yet
  /// is empty; it is opened on first use.
  ///
  /// - Returns: the answer, and why it may lack links; nil if it does not.
  func asking<Answer>(
    _ question: (StoredLinks) throws(LinkStoreError) -> Answer
  ) throws(CommandFailure) -> (answer: Answer, gap: String?) {
    var store: (any StoredLinks.Store & StoreMaintenance)?
    defer { store?.close() }
    let links = StoredLinks { () throws(LinkStoreError) in
      if let store { return store }
      let opened = try self.open(for: .reading)
      store = opened
      return opened
    }
    let answer = try rethrown(question(links)) { (error: LinkStoreError) in
      CommandFailure.environment("store-unavailable", "the store cannot be read: \(error)")
    }
    return (answer, store == nil ? nil : gap)
  }

  private var gap: String? {
    switch self {
    case .memory:
      return "the links that are made while a server runs are in its memory, and not known here"
    case .postgres: return nil
    case .sqlite(let path):
      guard !fileExists(path) else { return nil }
      return "the store '\(path)' does not exist yet: only links of the configuration are known"
    }
  }
}

struct ServedStore: Sendable {
  let roles: any LinkStore
  /// The same store, if the server is a node with a shared database; nil for a single server.
  let node: NodeStore?
  /// The clicks that an earlier process left beside the file of a single server; nil for any other store.
  let left: LeftClicks?

  /// Stores batches that the store has not confirmed at its end, for the next process to count.
  ///
  /// - Returns: the path of their file; nil for a store that has none.
  func keep(_ batches: [CountBatch]) throws(LinkStoreError) -> String? {
    if let node { return try node.keep(batches) }
    return try rethrown(left?.keep(batches)) { (error: SystemError) in LinkStoreError(error) }
  }
}

enum StorePurpose {
  /// Opening for reading only: nothing is created or changed, not even a missing file.
  case reading
  /// Reading without making the files that a database has beside it while it is open.
  case looking
  case writing
}

extension StoreSettings {
  /// Opens the store for a command. With `openForServing`, the only place that knows the engines.
  func open(
    for purpose: StorePurpose
  ) throws(LinkStoreError) -> any LinkStore & CountTransfer {
    switch (self, purpose) {
    case (.memory, _): return try SQLiteStore(in: MemoryDatabase())
    case (.postgres(let settings), _):
      return try PostgresStore(settings.connection, options: settings.options)
    case (.sqlite(let path), .writing): return try SQLiteStore(path: path)
    case (.sqlite(let path), .reading), (.sqlite(let path), .looking):
      // A missing file is an empty store. The server creates the file, so that its own user owns
      // it.
      guard fileExists(path) else { return try SQLiteStore(in: MemoryDatabase()) }
      return try SQLiteStore.reading(
        path, leavesNoTrace: purpose == .looking && !SQLiteStore.hasLog(path))
    }
  }

  /// What would keep a server from using the store, as far as that can be found without connecting to a
  /// database and without changing anything.
  var obstacles: [ServiceFailure] {
    var found: [ServiceFailure] = []
    if case .postgres(let settings) = self {
      let strings = [("store.postgres", settings.connection), ("store.feed", settings.feed)]
      found = strings.compactMap { key, text in
        text.flatMap(ConnectionString.fault).map { ServiceFailure("\($0)", at: key) }
      }
    }
    guard let (path, key) = file,
      let obstacle = SQLiteStore.obstacle(at: path)?.message
        ?? FileObstacle.toWriting(path + "-lock")
    else { return found }
    return found + [ServiceFailure("cannot use '\(path)': \(obstacle)", at: key)]
  }

  /// Opens the store for serving; with a shared database, this includes the node's copy.
  ///
  /// - Parameter log: receives lines for people when the database becomes unavailable or returns.
  func openForServing(
    log: @escaping @Sendable (String) -> Void
  ) throws(ServiceFailure) -> ServedStore {
    do throws(LinkStoreError) {
      guard case .postgres(let settings) = self else {
        return ServedStore(roles: try open(for: .writing), node: nil, left: leftClicks)
      }
      let node = try NodeStore(settings.nodeOptions, log: log)
      return ServedStore(roles: node, node: node, left: nil)
    } catch {
      throw obstacles.first ?? ServiceFailure("cannot use the store: \(error)")
    }
  }

  /// The clicks left beside a file; nil for a store that has none, or keeps them itself.
  var leftClicks: LeftClicks? {
    guard case .sqlite(let path) = self else { return nil }
    return LeftClicks(beside: path)
  }
}

extension PostgresSettings {
  var options: PostgresStore.Options {
    var options = PostgresStore.Options()
    options.node = node
    options.migrates = migrates
    options.feed = feed
    options.timeline = NodeFiles.timeline(copy: copy)
    return options
  }

  var nodeOptions: NodeOptions {
    var options = NodeOptions(database: connection, copy: copy)
    options.postgres = self.options
    options.servesLimitedLinks = servesLimitedLinks
    return options
  }
}
