import Changes
import Dashboard
import JSONSyntax
import KeiroConfiguration
import LinkStorage
import Links
import Outgoing
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
          changes: StoreChanges(by: .everything(as: actor), in: store, at: now)))
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
