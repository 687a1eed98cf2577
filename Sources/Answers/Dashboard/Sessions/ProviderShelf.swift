import OpenID
import Service
import Synchronization
import System

/// What providers have said of themselves, for a while, and the queues that they are asked in.
final class ProviderShelf: Sendable {
  private let metadata: FetchedValues<ProviderMetadata>
  private let keys: FetchedValues<ProviderKeys>
  private let queues = Mutex<[String: WorkQueue]>([:])

  /// - Parameter clock: steady seconds.
  init(clock: @escaping @Sendable () -> Double = { Double(Clock.monotonic()) / 1e9 }) {
    metadata = FetchedValues(clock: clock)
    keys = FetchedValues(clock: clock)
  }

  /// Where the requests wait that ask a provider: one that hangs keeps nobody waiting but those who
  /// sign in there.
  func queue(ofProvider name: String) -> WorkQueue {
    queues.withLock { queues in
      if let queue = queues[name] { return queue }
      let queue = WorkQueue(label: "keiro.provider", lanes: 2, places: 32, placesEach: 8)
      queues[name] = queue
      return queue
    }
  }

  /// Waits for the provider.
  func metadata(_ issuer: String, fetch: (String) -> [UInt8]?) -> ProviderMetadata? {
    metadata.value(issuer) {
      fetch(ProviderMetadata.address(ofIssuer: issuer))
        .flatMap { ProviderMetadata($0, issuer: issuer) }
    }
  }

  /// Waits for the provider. Keys change: one that is not known yet is asked for, since the token
  /// came from the provider.
  func keys(
    _ provider: ProviderMetadata, for id: String?, fetch: (String) -> [UInt8]?
  ) -> ProviderKeys? {
    keys.value(provider.keysEndpoint, where: { $0.has(id) }) {
      fetch(provider.keysEndpoint).flatMap { ProviderKeys($0) }
    }
  }
}
