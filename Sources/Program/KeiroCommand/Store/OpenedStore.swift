import Changes
import Dashboard
import JSONSyntax
import Links
import LinkStorage
import Outgoing
import SiteModel
import System

/// The store of a configuration, as the commands beside the server use it.
struct OpenedStore {
  let snapshot: ServiceSnapshot
  let store: any LinkStore
  let now: Timestamp
  /// The bounds of what is asked of other servers.
  let outgoing: OutgoingRules
  let dashboard: DashboardSettings

  /// Changes in the name of the system's user, whose right to the store is one to everything.
  let changes: StoreChanges

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

  private static func with(
    _ configuration: CompiledConfiguration, of file: String, at now: Timestamp,
    for purpose: StorePurpose, _ console: Console,
    _ body: (OpenedStore) throws(LinkStoreError) -> ExitCode
  ) -> ExitCode {
    guard let name = configuration.store.name else {
      console.complain(
        "keiro: the store of '\(file)' is the memory of the server: expected "
          + "{ \"sqlite\": \"keiro.db\" }, which commands can open too")
      return .environmentFailed
    }
    do throws(LinkStoreError) {
      let store = try configuration.store.open(for: purpose)
      defer { store.close() }
      let actor = AuditActor(.commandLine, id: String(Process.user))
      return try body(
        OpenedStore(
          snapshot: configuration.snapshot, store: store.acting(as: actor), now: now,
          outgoing: configuration.outgoing, dashboard: configuration.dashboard,
          changes: StoreChanges(by: .everything(as: actor), in: store, at: now)))
    } catch {
      console.complain("keiro: the store '\(name)' failed: \(error)")
      return .environmentFailed
    }
  }
}

extension OpenedStore {
  /// Gives the answer of a command, or tells why it was refused.
  ///
  /// - Parameter command: what messages begin with, such as `keiro links`.
  func give(
    _ command: String, json: Bool, _ console: Console,
    _ answer: () throws(ChangeError) -> CommandAnswer
  ) throws(LinkStoreError) -> ExitCode {
    do throws(ChangeError) {
      return console.give(try answer(), json: json)
    } catch {
      switch error {
      case .failed(let failure): throw failure
      case .refused(let refusal): return console.tell(refusal, of: command, json: json)
      }
    }
  }

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
