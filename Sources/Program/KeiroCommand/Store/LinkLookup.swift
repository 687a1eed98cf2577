import KeiroConfiguration
import LinkStorage
import Questions
import System

/// The links of the configured store, for commands that only read. A store that does not exist yet
/// is empty; it is opened on first use.
final class LinkLookup {
  private let settings: StoreSettings
  private typealias Store = StoredLinks.Store & StoreMaintenance

  private var store: (any Store)?

  init(_ settings: StoreSettings) {
    self.settings = settings
  }

  deinit {
    store?.close()
  }

  /// The links in the form that questions use.
  var links: StoredLinks {
    StoredLinks { () throws(LinkStoreError) in try self.opened() }
  }

  /// Why an answer may lack links; nil if it does not.
  var gap: String? {
    guard store != nil else { return nil }
    switch settings {
    case .memory:
      return "the links that are made while a server runs are in its memory, and not known here"
    case .postgres: return nil
    case .sqlite(let path):
      guard !fileExists(path) else { return nil }
      return "the store '\(path)' does not exist yet: only links of the configuration are known"
    }
  }

  private func opened() throws(LinkStoreError) -> any Store {
    if let store { return store }
    let opened = try settings.open(for: .reading)
    store = opened
    return opened
  }
}
