import Links
import LinkStorage
import SiteModel
import System

/// The store of a configuration, as the commands beside the server use it.
struct OpenedStore {
  let service: ServiceDefinition
  let sites: SiteTable
  let store: any LinkStore
  let now: Timestamp

  /// Opens the store that a configuration names, hands it to `body`, and closes it. Every failure
  /// of the store ends as one sentence and the exit code for it.
  static func with(
    configuration file: String, at now: Timestamp, for purpose: StorePurpose, _ console: Console,
    _ body: (OpenedStore) throws(LinkStoreError) -> ExitCode
  ) -> ExitCode {
    let configuration: Configuration
    do throws(ConfigurationFailure) {
      configuration = try ConfigurationLoader.load(path: file).configuration
    } catch {
      error.lines(file: file).forEach(console.complain)
      return error.exitCode
    }
    guard case .sqlite(let path) = configuration.store else {
      console.complain(
        "keiro: the store of '\(file)' is the memory of the server: expected "
          + "{ \"sqlite\": \"keiro.db\" }, which commands can open too")
      return .environmentFailed
    }
    do throws(LinkStoreError) {
      let store = try configuration.store.open(for: purpose)
      defer { store.close() }
      return try body(
        OpenedStore(
          service: configuration.service, sites: SiteTable(configuration.service.sites),
          store: store, now: now))
    } catch {
      console.complain("keiro: the store '\(path)' failed: \(error)")
      return .environmentFailed
    }
  }
}
