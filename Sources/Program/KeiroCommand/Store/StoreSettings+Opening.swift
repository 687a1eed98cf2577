import KeiroConfiguration
import LinkStorage
import NodeStore
import PostgresStore
import SQLiteStore
import System

/// The store of a server.
struct ServedStore: Sendable {
  let roles: any LinkStore
  /// The same store, if the server is a node with a shared database; nil for a single server.
  let node: NodeStore?
}

/// The purpose of opening a store.
enum StorePurpose {
  /// Opening for reading only: nothing is created or changed, not even a missing file.
  case reading
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
    case (.sqlite(let path), .reading):
      // A missing file is an empty store. The server creates the file, so that its own user owns
      // it.
      guard fileExists(path) else { return try SQLiteStore(in: MemoryDatabase()) }
      var options = SQLiteStore.Options()
      options.isReadOnly = true
      return try SQLiteStore(path: path, options: options)
    }
  }

  /// The problems with the store's files that would keep a server from opening them, for `keiro
  /// check`.
  static func problems(of loaded: LoadedConfiguration) -> [ConfigurationProblem] {
    let (key, file): (String, String)
    switch loaded.configuration.store {
    case .memory: return []
    case .sqlite(let path): (key, file) = ("store.sqlite", path)
    case .postgres(let settings): (key, file) = ("store.copy", settings.copy)
    }
    guard let obstacle = SQLiteStore.obstacle(at: file) else { return [] }
    return loaded.placing([
      ConfigurationProblem(path: key, message: "cannot use '\(file)': \(obstacle.message)")
    ])
  }

  /// Opens the store for serving; with a shared database, this includes the node's copy.
  ///
  /// - Parameter log: receives lines for people when the database becomes unavailable or returns.
  func openForServing(
    log: @escaping @Sendable (String) -> Void
  ) throws(LinkStoreError) -> ServedStore {
    guard case .postgres(let settings) = self else {
      return ServedStore(roles: try open(for: .writing), node: nil)
    }
    let node = try NodeStore(settings.nodeOptions, log: log)
    return ServedStore(roles: node, node: node)
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
