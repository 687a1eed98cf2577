import Service
import SignIn
import Synchronization
import System

/// The metadata and keys of providers, cached for a while, and the queues for requests to them.
final class ProviderShelf: Sendable {
  private let metadata: FetchedValues<ProviderMetadata>
  private let keys: FetchedValues<ProviderKeys>
  private let queues = Mutex<[String: WorkQueue]>([:])
  /// The token endpoints that want the client's secret in the field Authorization.
  private let basic = Mutex<Set<String>>([])

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

  /// The keys of a provider; waits for the provider when they are not cached. Keys change, some without
  /// a new identifier, so they are fetched unless one has signed the token, which came from the provider
  /// itself.
  func keys(
    _ provider: ProviderMetadata, for token: IdentityToken, fetch: (String) -> [UInt8]?
  ) -> ProviderKeys? {
    keys.value(provider.keysEndpoint, where: token.isSigned) {
      fetch(provider.keysEndpoint).flatMap { ProviderKeys($0) }
    }
  }
}

extension ProviderShelf {
  /// The answer to the redemption of a code, with the secret in the field Authorization or not. Metadata
  /// tell what a provider knows, not what it has registered for the client, so both are tried.
  func redeemed(
    at provider: ProviderMetadata, _ redeem: (_ isBasic: Bool) -> (status: Int, body: [UInt8])?
  ) -> (status: Int, body: [UInt8])? {
    let endpoint = provider.tokenEndpoint
    let isBasic = basic.withLock { $0.contains(endpoint) }
    let first = redeem(isBasic)
    guard let first, SignInRequest.refusesClient(first.body), let other = redeem(!isBasic),
      !SignInRequest.refusesClient(other.body)
    else { return first }
    basic.withLock { _ = isBasic ? $0.remove(endpoint) : $0.insert(endpoint).memberAfterInsert }
    return other
  }
}

/// Values that are fetched from elsewhere and cached for a while. All callers who need a value that
/// is being fetched wait for the same fetch, and a failed fetch is not repeated for a time that
/// doubles with each failure.
final class FetchedValues<Value: Sendable>: Sendable {
  private struct State: Sendable {
    /// The value and the time at which it expires.
    var known: (value: Value, end: Double)?
    var failures = 0
    /// The time before which nothing is fetched.
    var pauseEnd = 0.0

    mutating func settle(_ value: Value?, at now: Double) {
      guard let value else {
        pauseEnd = now + min(shortestPause * Double(1 << failures), longestPause)
        failures = min(failures + 1, 10)
        return
      }
      (failures, known) = (0, (value, now + lifetime))
    }
  }

  private final class Entry: Sendable {
    let state = Mutex(State())
    /// Held while the value is fetched, which keeps nobody from a value that is known.
    let flight = Mutex(())
  }

  private let entries = Mutex<[String: Entry]>([:])
  private let clock: @Sendable () -> Double

  /// The times in seconds.
  private static var lifetime: Double { 300 }
  private static var shortestPause: Double { 5 }
  private static var longestPause: Double { 60 }
  /// The largest number of names; configurations have fewer.
  private static var limit: Int { 64 }

  /// - Parameter clock: a steady clock in seconds.
  init(clock: @escaping @Sendable () -> Double) {
    self.clock = clock
  }

  /// Waits for a fetch when there is no suitable value.
  ///
  /// - Parameters:
  ///   - fits: returns false for a value that has to be fetched anew.
  ///   - fetch: may take long; nil when it failed.
  /// - Returns: nil when the fetch failed, or a recent one did.
  func value(
    _ name: String, where fits: (Value) -> Bool = { _ in true }, fetch: () -> Value?
  ) -> Value? {
    let entry = entries.withLock { entries in
      if entries.count >= Self.limit, entries[name] == nil { entries = [:] }
      let entry = entries[name] ?? Entry()
      entries[name] = entry
      return entry
    }
    /// What needs no fetch: a known value that fits, or nil soon after a failed fetch.
    func ready(_ fits: (Value) -> Bool) -> Value?? {
      let now = clock()
      return entry.state.withLock { state in
        if let known = state.known, now < known.end, fits(known.value) { return known.value }
        return now < state.pauseEnd ? .some(nil) : nil
      }
    }
    func fetched(_ fits: (Value) -> Bool) -> Value? {
      if let ready = ready(fits) { return ready }
      let value = fetch()
      entry.state.withLock { $0.settle(value, at: clock()) }
      return value
    }
    if let ready = ready(fits) { return ready }
    let found = entry.flight.withLockIfAvailable { _ in fetched(fits) }
    // What somebody else has just fetched fits as well as it can.
    return found ?? entry.flight.withLock { _ in fetched { _ in true } }
  }
}
