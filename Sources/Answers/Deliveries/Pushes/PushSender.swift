import Cryptography
package import LinkStorage
package import Outgoing
package import SiteModel
import Synchronization
import Telemetry
import WebSyntax

/// Sends notifications through APNs, over one connection for each key and environment that is opened on
/// first use and kept.
package final class PushSender: Sendable {
  package enum Refusal: Error, Equatable, Sendable {
    /// The configuration has no `push` for the app.
    case notConfigured(app: String)
    /// libcurl or the random generator is not available; holds a sentence.
    case unavailable(String)
    case busy
    case keyReused
    /// A request with the same idempotency key is in progress.
    case keyInUse

    /// A sentence without capital letter and full stop.
    package var message: String {
      switch self {
      case .notConfigured(let app):
        "the app '\(app)' sends no notifications: expected 'apple.push' in its configuration"
      case .unavailable(let message): message
      case .busy: "too many pushes are waiting for their results"
      case .keyReused: "the Idempotency-Key was sent with another request before"
      case .keyInUse:
        "a request with this Idempotency-Key is in progress: wait for its answer"
      }
    }
  }

  package typealias Completion = @Sendable (Result<[PushResult], Refusal>) -> Void

  private struct ChannelKey: Hashable {
    let settings: PushSettings
    let environment: PushRequest.Environment
  }

  private struct Retired {
    weak var channel: PushChannel?
  }

  private struct Memory {
    let digest: [UInt8]
    /// The results; nil while the request is in progress.
    var results: [PushResult]?
    let time: Double
  }

  private struct State {
    var channels: [ChannelKey: PushChannel] = [:]
    /// Channels that take no more pushes and exist until those under way have their results.
    var retired: [Retired] = []
    var remembered: [String: Memory] = [:]
    var rules: OutgoingRules
  }

  private let counters: DeliveryCounters
  private let context: OutgoingContext
  private let state: Mutex<State>

  private static let limit = 20_000
  private static let rememberedLimit = 1000
  /// Seconds for which results are kept for repetitions.
  private static let remembered = 24.0 * 3600

  package init(
    _ rules: OutgoingRules, _ context: OutgoingContext,
    counters: DeliveryCounters = DeliveryCounters()
  ) {
    self.context = context
    self.counters = counters
    state = Mutex(State(rules: rules))
  }

  /// Adopts new rules, and the settings of all apps that send. What stays as it is keeps its connection,
  /// its provider token and its pauses; connections that are no longer needed close once they are done.
  package func adopt(_ rules: OutgoingRules, _ settings: Set<PushSettings>) {
    state.withLock { state in
      let kept =
        rules == state.rules ? state.channels.filter { settings.contains($0.key.settings) } : [:]
      let gone = state.channels.filter { kept[$0.key] == nil }
      state.retired.removeAll { $0.channel == nil }
      state.retired += gone.values.map { Retired(channel: $0) }
      state.rules = rules
      state.channels = kept
    }
  }

  /// Closes all connections; pushes under way end without their results.
  package func close() {
    let channels = state.withLock { state in
      defer { (state.channels, state.retired) = ([:], []) }
      return state.channels.values + state.retired.compactMap(\.channel)
    }
    channels.forEach { $0.close() }
  }

  /// Sends to every device; the completion receives one result for each, in order.
  ///
  /// - Parameter key: the idempotency key; a request that was sent with it before is not sent again.
  package func send(
    _ request: PushRequest, app: AppDefinition, key: IdempotencyKey?,
    _ completion: @escaping Completion
  ) {
    do throws(Refusal) {
      if let earlier = try recall(key) { return completion(.success(earlier)) }
      do throws(Refusal) {
        guard let settings = app.apple?.push, let bundle = app.apple?.bundleIdentifier else {
          throw .notConfigured(app: app.key)
        }
        try begin(request, settings, topic: bundle + request.kind.topicSuffix, key, completion)
      } catch {
        forget(key)
        throw error
      }
    } catch {
      completion(.failure(error))
    }
  }

  private func begin(
    _ request: PushRequest, _ settings: PushSettings, topic: String, _ key: IdempotencyKey?,
    _ completion: @escaping Completion
  ) throws(Refusal) {
    let count = request.devices.count
    let ids = request.devices.compactMap { _ in Self.makeID() }
    guard ids.count == count else { throw .unavailable("the random generator failed") }
    let channel = try channel(settings, request.environment)
    guard counters.waiting.add(count, to: .all, upTo: Self.limit) else { throw .busy }
    channel.send(request, topic: topic, ids: ids) { [self] results in
      counters.waiting.add(-count, to: .all)
      remember(results, key)
      completion(.success(results))
    }
  }

  /// The channel of a key and environment, made when it is first needed.
  func channel(
    _ settings: PushSettings, _ environment: PushRequest.Environment
  ) throws(Refusal) -> PushChannel {
    let channelKey = ChannelKey(settings: settings, environment: environment)
    let (known, rules) = state.withLock { ($0.channels[channelKey], $0.rules) }
    if let known { return known }
    guard let key = SigningKey(pem: Array(settings.key.utf8)) else {
      throw .unavailable("the key of the pushes cannot be read")
    }
    let loop = Result { () throws(OutgoingError) in
      try OutgoingLoop(
        settings.rules(rules), sharesConnection: true, label: "keiro.pushes.outgoing")
    }
    let made = PushChannel(
      try loop.mapError { Refusal.unavailable($0.message) }.get(),
      base: settings.endpoint ?? environment.server,
      ProviderToken(key, keyID: settings.keyID, teamID: settings.teamID), context, counters)
    return state.withLock { state in
      // Another call may have come first.
      if let other = state.channels[channelKey] { return other }
      state.channels[channelKey] = made
      return made
    }
  }

  /// A random UUID in lower case (RFC 9562, version 4).
  private static func makeID() -> String? {
    guard var bytes = RandomBytes.make(16) else { return nil }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Hexadecimal.text(bytes)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  // MARK: - Repetition

  /// The results of an identical earlier request; nil for a new one, which is then in progress.
  private func recall(_ key: IdempotencyKey?) throws(Refusal) -> [PushResult]? {
    guard let key else { return nil }
    let now = context.steadyClock()
    let found: Result<[PushResult]?, Refusal> = state.withLock { state in
      if let memory = state.remembered[key.text], now - memory.time < Self.remembered {
        guard memory.digest == key.digest else { return .failure(.keyReused) }
        return memory.results.map { .success($0) } ?? .failure(.keyInUse)
      }
      if state.remembered.count >= Self.rememberedLimit {
        let oldest = state.remembered.filter { $0.value.results != nil }
          .min { $0.value.time < $1.value.time }
        guard let oldest else { return .failure(.busy) }
        state.remembered[oldest.key] = nil
      }
      state.remembered[key.text] = Memory(digest: key.digest, results: nil, time: now)
      return .success(nil)
    }
    return try found.get()
  }

  private func remember(_ results: [PushResult], _ key: IdempotencyKey?) {
    guard let key else { return }
    state.withLock { $0.remembered[key.text]?.results = results }
  }

  private func forget(_ key: IdempotencyKey?) {
    guard let key else { return }
    state.withLock { $0.remembered[key.text] = nil }
  }
}

extension PushRequest.Environment {
  fileprivate var server: String {
    switch self {
    case .production: "https://api.push.apple.com"
    case .sandbox: "https://api.sandbox.push.apple.com"
    }
  }
}

extension PushSettings {
  /// Allows an endpoint from the configuration wherever its owner has placed it.
  fileprivate func rules(_ rules: OutgoingRules) -> OutgoingRules {
    var rules = rules
    rules.allowPlainHTTP = false
    guard endpoint != nil else { return rules }
    rules.allowNetworks = .everywhere
    rules.authorities = authorities ?? rules.authorities
    return rules
  }
}
