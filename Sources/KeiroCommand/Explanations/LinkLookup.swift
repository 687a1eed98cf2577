import Links
import LinkStorage
import SiteModel
import SQLiteStore
import System

/// The links of the configured store, for commands that only read: a store that does not exist yet
/// holds none. It is opened at the first look-up.
final class LinkLookup {
  private let settings: StoreSettings
  private var store: SQLiteStore?
  private var isOpened = false

  init(_ settings: StoreSettings) {
    self.settings = settings
  }

  deinit {
    store?.close()
  }

  /// The links of the store, as questions need them.
  func notebook(_ snapshot: ServiceSnapshot) -> LinkNotebook {
    LinkNotebook(snapshot) { key in
      guard let store = try self.opened() else { return nil }
      return try store.link(at: key).map { FoundLink($0.link, clicks: try store.clicks(of: key)) }
    } countClicks: { key in
      try self.opened()?.clicks(of: key) ?? 0
    }
  }

  func forEach(_ body: (FoundLink) -> Void) throws(LinkStoreError) {
    guard let store = try opened() else { return }
    try store.forEachLink { stored in
      // Only links with a limit depend on how often they were followed.
      let clicks = stored.link.maxClicks == nil ? nil : try? store.clicks(of: stored.link.key)
      body(FoundLink(stored.link, clicks: clicks ?? 0))
      return true
    }
  }

  private func opened() throws(LinkStoreError) -> SQLiteStore? {
    guard !isOpened else { return store }
    guard case .sqlite(let path) = settings, fileExists(path) else { return nil }
    var options = SQLiteStore.Options()
    options.isReadOnly = true
    store = try SQLiteStore(path: path, options: options)
    isOpened = true
    return store
  }
}
