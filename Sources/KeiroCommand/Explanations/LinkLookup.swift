import Glibc
import LinkService
import SQLiteStore
import ShortLinks

/// The links of the configured store, for whoever only looks: a store that nobody has made yet holds
/// none.
struct LinkLookup {
  private let settings: StoreSettings

  init(_ settings: StoreSettings) {
    self.settings = settings
  }

  /// The first link that is kept under one of the keys; nil when none is.
  func find(_ keys: [LinkKey]) throws(LinkStoreError) -> FoundLink? {
    guard !keys.isEmpty, let store = try open() else { return nil }
    defer { store.close() }
    for key in keys {
      guard let stored = try store.link(at: key) else { continue }
      return FoundLink(stored.link, clicks: try store.clicks(of: key))
    }
    return nil
  }

  func forEach(_ body: (FoundLink) -> Void) throws(LinkStoreError) {
    guard let store = try open() else { return }
    defer { store.close() }
    try store.forEachLink { stored in
      // How often a link was used matters to those alone that allow so many clicks.
      let clicks = stored.link.maxClicks == nil ? nil : try? store.clicks(of: stored.link.key)
      body(FoundLink(stored.link, clicks: clicks ?? 0))
      return true
    }
  }

  private func open() throws(LinkStoreError) -> SQLiteStore? {
    guard case .sqlite(let path) = settings, access(path, F_OK) == 0 else { return nil }
    var options = SQLiteStore.Options()
    options.isReadOnly = true
    return try SQLiteStore(path: path, options: options)
  }
}
