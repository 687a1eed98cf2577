import Changes
import Dashboard
import JSONSyntax
import LinkStorage
import Links
import Outgoing
import SiteModel
import System

/// The store of a configuration, as the commands beside the server use it.
struct OpenedStore {
  /// By which messages call the store.
  let name: String
  let snapshot: ServiceSnapshot
  let store: any LinkStore
  let now: Timestamp
  /// The bounds of what is asked of other servers.
  let outgoing: OutgoingRules
  let dashboard: DashboardSettings

  /// Changes in the name of the system's user, whose right to the store is one to everything.
  let changes: StoreChanges

  /// The system's user, as the author of changes.
  var actor: AuditActor { changes.authority.actor }
  /// The sites' rules for links.
  var sites: SiteTable { snapshot.siteTable }

  /// Opens the store that a configuration names, passes it to `body`, and closes it. Every failure
  /// of the store becomes one sentence and its exit code.
  static func with(
    configuration file: String, at now: Timestamp, for purpose: StorePurpose, _ console: Console,
    _ body: (OpenedStore) throws(LinkStoreError) -> ExitCode
  ) -> ExitCode {
    CompiledConfiguration.with(path: file, console) { configuration in
      with(configuration, of: file, at: now, for: purpose, console, body)
    }
  }

  /// The same for a configuration that is compiled already.
  static func with(
    _ configuration: CompiledConfiguration, of file: String, at now: Timestamp,
    for purpose: StorePurpose, _ console: Console,
    _ body: (OpenedStore) throws(LinkStoreError) -> ExitCode
  ) -> ExitCode {
    guard let name = configuration.store.name else {
      return console.tell(
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
          changes: StoreChanges(by: .everything(as: actor), in: store, at: now)))
    } catch {
      return console.tell(CommandFailure(error, ofStore: name))
    }
  }
}

extension OpenedStore {
  /// Changes of links in the name of the system's user.
  var links: LinkEditor {
    LinkEditor(by: changes.authority, in: store, of: snapshot, at: now)
  }
}

extension StoreSettings {
  /// By which messages call the store; nil for one that only the server has.
  var name: String? {
    switch self {
    case .memory: nil
    case .sqlite(let path): path
    case .postgres: "PostgreSQL"
    }
  }
}
