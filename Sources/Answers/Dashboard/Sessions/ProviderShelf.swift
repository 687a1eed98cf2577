import SignIn
import Service
import Synchronization
import System

/// The metadata and keys of providers, cached for a while, and the queues for requests to them.
final class ProviderShelf: Sendable {
  private let metadata: FetchedValues<ProviderMetadata>
  private let keys: FetchedValues<ProviderKeys>
  private let queues = Mutex<[String: WorkQueue]>([:])

  /// - Parameter clock: a steady clock in seconds.
  init(clock: @escaping @Sendable () -> Double = { Double(Clock.monotonic()) / 1e9 }) {
    metadata = FetchedValues(clock: clock)
    keys = FetchedValues(clock: clock)
  }

  /// The queue of requests to a provider. A provider that hangs delays only those who sign in with
  /// it.
  func queue(ofProvider name: String) -> WorkQueue {
    queues.withLock { queues in
      if let queue = queues[name] { return queue }
      let queue = WorkQueue(label: "keiro.provider", lanes: 2, slots: 32, slotsEach: 8)
      queues[name] = queue
      return queue
    }
  }

  /// The metadata of a provider; waits for the provider when they are not cached.
  func metadata(_ issuer: String, fetch: (String) -> [UInt8]?) -> ProviderMetadata? {
    metadata.value(issuer) {
      fetch(ProviderMetadata.address(ofIssuer: issuer))
        .flatMap { ProviderMetadata($0, issuer: issuer) }
    }
  }

  /// The keys of a provider; waits for the provider when they are not cached. Keys change, so an
  /// unknown one is fetched: the token came from the provider itself.
  func keys(
    _ provider: ProviderMetadata, for id: String?, fetch: (String) -> [UInt8]?
  ) -> ProviderKeys? {
    keys.value(provider.keysEndpoint, where: { $0.has(id) }) {
      fetch(provider.keysEndpoint).flatMap { ProviderKeys($0) }
    }
  }
}
