import LinkStorage
import NodeStore
import PostgresStore
import SQLiteStore
import System

/// The purpose of opening a store.
enum StorePurpose {
  /// Nothing is created or changed, not even a missing file.
  case reading
  case writing
}

extension StoreSettings {
  /// Opens the store that a configuration names, as commands use it: the one place that knows the
  /// engines.
  func open(for purpose: StorePurpose) throws(LinkStoreError) -> any LinkStore {
    switch (self, purpose) {
    case (.memory, _): return try SQLiteStore(in: MemoryDatabase())
    case (.postgres(let settings), _):
      return try PostgresStore(settings.connection, options: settings.options)
    case (.sqlite(let path), .writing): return try SQLiteStore(path: path)
    case (.sqlite(let path), .reading):
      // A missing file is an empty store; the server creates the file, as its own user.
      guard fileExists(path) else { return try SQLiteStore(in: MemoryDatabase()) }
      var options = SQLiteStore.Options()
      options.isReadOnly = true
      return try SQLiteStore(path: path, options: options)
    }
  }

  /// Opens the store as a server uses it: of a database, the node's copy with it.
  ///
  /// - Parameter log: takes lines for people about a database that goes and comes.
  func openForServing(
    log: @escaping @Sendable (String) -> Void
  ) throws(LinkStoreError) -> any LinkStore {
    guard case .postgres(let settings) = self else { return try open(for: .writing) }
    return try NodeStore(settings.nodeOptions, log: log)
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
