import LinkStorage
import MemoryStore
import SQLiteStore
import System

/// What a store is opened for.
enum StorePurpose {
  /// Nothing is made or changed, not even an absent file.
  case reading
  case writing
}

extension StoreSettings {
  /// Opens the store that a configuration names: the one place that knows the engines.
  func open(for purpose: StorePurpose) throws(LinkStoreError) -> any LinkStore {
    switch (self, purpose) {
    case (.memory, _): return MemoryStore()
    case (.sqlite(let path), .writing): return try SQLiteStore(path: path)
    case (.sqlite(let path), .reading):
      // An absent file is an empty store; making it is left to the server, as its user.
      guard fileExists(path) else { return MemoryStore() }
      var options = SQLiteStore.Options()
      options.isReadOnly = true
      return try SQLiteStore(path: path, options: options)
    }
  }
}
