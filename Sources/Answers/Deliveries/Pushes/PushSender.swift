import Cryptography
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

    /// A sentence without capital letter and full stop.
    package var message: String {
      switch self {
      case .notConfigured(let app):
        "the app '\(app)' sends no notifications: expected 'apple.push' in its configuration"
      case .unavailable(let message): message
      case .busy: "too many pushes are waiting for their results"
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

  private struct State {
    var channels: [ChannelKey: PushChannel] = [:]
    /// Channels that take no more pushes and exist until those under way have their results.
    var retired: [Retired] = []
    var rules: OutgoingRules
  }

  private let counters: DeliveryCounters
  private let context: OutgoingContext
  private let state: Mutex<State>

  private static let limit = 20_000

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
  package func send(
    _ request: PushRequest, app: AppDefinition, _ completion: @escaping Completion
  ) {
    do throws(Refusal) {
      try begin(request, app, completion)
    } catch {
      completion(.failure(error))
    }
  }

  private func begin(
    _ request: PushRequest, _ app: AppDefinition, _ completion: @escaping Completion
  ) throws(Refusal) {
    guard let settings = app.apple?.push, let bundle = app.apple?.bundleIdentifier else {
      throw .notConfigured(app: app.key)
    }
    let count = request.devices.count
    let ids = request.devices.compactMap { _ in Self.makeID() }
    guard ids.count == count else { throw .unavailable("the random generator failed") }
    let channel = try channel(settings, request.environment)
    guard counters.waiting.add(count, to: .all, upTo: Self.limit) else { throw .busy }
    channel.send(request, topic: bundle + request.kind.topicSuffix, ids: ids) { [self] results in
      counters.waiting.add(-count, to: .all)
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
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hexadecimal.text(bytes[$0]) }
      .joined(separator: "-")
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
