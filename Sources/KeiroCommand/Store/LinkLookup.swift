import LinkStorage
import Questions

/// The links of the configured store, for commands that only read: a store that does not exist yet
/// is empty. The store is opened at the first look-up.
final class LinkLookup {
  private let settings: StoreSettings
  private var store: (any LinkStore)?

  init(_ settings: StoreSettings) {
    self.settings = settings
  }

  deinit {
    store?.close()
  }

  /// The links in the form that questions need.
  var links: StoredLinks {
    StoredLinks { () throws(LinkStoreError) in try self.opened() }
  }

  private func opened() throws(LinkStoreError) -> any LinkStore {
    if let store { return store }
    let opened = try settings.open(for: .reading)
    store = opened
    return opened
  }
}
