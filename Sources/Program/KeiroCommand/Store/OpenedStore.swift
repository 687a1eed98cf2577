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

  /// The system's user as the author of changes.
  var actor: AuditActor { changes.authority.actor }
  /// The rules of the sites for links.
  var sites: SiteTable { snapshot.siteTable }

  /// Opens the store of a configuration, passes it to `body`, and closes it. Any error of the store
  /// is reported in one sentence and becomes the exit code.
  static func with(
    configuration file: String, at now: Timestamp, for purpose: StorePurpose, _ console: Console,
    _ body: (OpenedStore) throws(LinkStoreError) -> ExitCode
  ) -> ExitCode {
    CompiledConfiguration.with(path: file, console) { configuration in
      with(configuration, of: file, at: now, for: purpose, console, body)
    }
  }

  /// Opens the store of a configuration that is already compiled.
  static func with(
    _ configuration: CompiledConfiguration, of file: String, at now: Timestamp,
    for purpose: StorePurpose, _ console: Console,
    _ body: (OpenedStore) throws(LinkStoreError) -> ExitCode
  ) -> ExitCode {
    guard let name = configuration.store.name else {
      return console.report(
        .environment(
          "store-in-memory",
          "the store of '\(file)' is the memory of the server: expected "
            + "{ \"sqlite\": \"keiro.db\" }, which commands can open too, or --server"))
    }
    do throws(LinkStoreError) {
      let store = try configuration.store.open(for: purpose)
      defer { store.close() }
      store.keep(configuration.history)
      let actor = AuditActor(.commandLine, id: String(Process.user))
      return try body(
        OpenedStore(
          name: name, snapshot: configuration.snapshot, store: store, now: now,
          outgoing: configuration.outgoing, dashboard: configuration.dashboard,
          changes: StoreChanges(
            by: .everything(as: actor), in: store, at: now, of: configuration.snapshot)))
    } catch {
      return console.report(CommandFailure(error, ofStore: name))
    }
  }
}

extension OpenedStore {
  /// Changes to links made as the system's user.
  var links: LinkEditor {
    LinkEditor(by: changes.authority, in: store, of: snapshot, at: now)
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
