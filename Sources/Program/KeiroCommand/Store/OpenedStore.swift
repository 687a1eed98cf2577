import Changes
import Dashboard
import JSONSyntax
import KeiroConfiguration
import LinkStorage
import Links
import Outgoing
import Questions
import Service
import SiteModel
import System

/// The store of a configuration, opened by a command outside the server.
struct OpenedStore {
  /// The name of the store in messages.
  let name: String
  let snapshot: ServiceSnapshot
  let store: any LinkStore
  let now: Timestamp
  /// The limits on requests to other servers.
  let outgoing: OutgoingRules
  let dashboard: DashboardSettings

  /// Changes made as the system's user, who may change everything.
  let changes: StoreChanges

  /// The rules of the sites for links.
  var sites: SiteTable { snapshot.siteTable }

  /// Changes to links made as the system's user.
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
    self.now = now
    snapshot = configuration.snapshot
    outgoing = configuration.outgoing
    dashboard = configuration.dashboard
    do throws(LinkStoreError) {
      store = try configuration.store.open(for: purpose)
    } catch {
      throw CommandFailure(error, ofStore: name)
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
}

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
