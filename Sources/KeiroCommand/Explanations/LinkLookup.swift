import Links
import LinkStorage
import SiteModel

/// The links of the configured store, for commands that only read: a store that does not exist yet
/// holds none. It is opened at the first look-up.
final class LinkLookup {
  private let settings: StoreSettings
  private var store: (any LinkStore)?

  init(_ settings: StoreSettings) {
    self.settings = settings
  }

  deinit {
    store?.close()
  }

  /// The links of the store, as questions need them.
  func notebook(_ snapshot: ServiceSnapshot) -> LinkNotebook {
    LinkNotebook(snapshot) { key in
      let store = try self.opened()
      return try store.link(at: key).map { FoundLink($0.link, clicks: try store.clicks(of: key)) }
    } countClicks: { key in
      try self.opened().clicks(of: key)
    }
  }

  func forEach(_ body: (FoundLink) -> Void) throws(LinkStoreError) {
    let store = try opened()
    try store.forEachLink { stored in
      // Only links with a limit depend on how often they were followed.
      let clicks = stored.link.maxClicks == nil ? nil : try? store.clicks(of: stored.link.key)
      body(FoundLink(stored.link, clicks: clicks ?? 0))
      return true
    }
  }

  private func opened() throws(LinkStoreError) -> any LinkStore {
    if let store { return store }
    let opened = try settings.open(for: .reading)
    store = opened
    return opened
  }
}
