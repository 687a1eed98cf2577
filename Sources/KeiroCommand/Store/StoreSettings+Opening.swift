import LinkStorage
import MemoryStore
import SQLiteStore
import System

/// The purpose of opening a store.
enum StorePurpose {
  /// Nothing is created or changed, not even a missing file.
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
      // A missing file is an empty store; the server creates the file, as its own user.
      guard fileExists(path) else { return MemoryStore() }
      var options = SQLiteStore.Options()
      options.isReadOnly = true
      return try SQLiteStore(path: path, options: options)
    }
  }
}
