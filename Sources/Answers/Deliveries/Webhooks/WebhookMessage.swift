import Cryptography
import JSONSyntax
package import LinkStorage
package import Links

package enum WebhookMessage {
  /// The maximum size of a body, in bytes: the specification advises less than 20 kB. A longer one says
  /// so in place of its data.
  static let bodyBytes = 20_000

  /// The body `{"type", "timestamp", "sequence", "data"}`.
  ///
  /// - Parameter sequence: the number of a recorded event. Events of one link are numbered in the order
  ///   of its changes, which revisions do not show across a deletion. Nil for an event that was not
  ///   recorded.
  package static func body(of event: WebhookEvent, sequence: Int? = nil) -> String {
    let body = text(event, sequence, data: event.data)
    guard body.utf8.count > bodyBytes else { return body }
    // For example a link with a very long description: its host and slug say where to ask.
    let document = JSONDocument(stored: event.data.utf8)
    var members = ["host", "slug"].compactMap { name in
      document?.root.member(name)?.string.map { JSONOutput.Member(name, .string($0)) }
    }
    members.append(.init("isTooLong", .bool(true)))
    return text(event, sequence, data: JSONOutput.object(members).compact)
  }

  private static func text(_ event: WebhookEvent, _ sequence: Int?, data: String) -> String {
    let number = sequence.map { #""sequence":\#($0),"# } ?? ""
    return #"{"type":"\#(event.type.rawValue)","timestamp":"\#(event.time.description)",\#(number)"#
      + #""data":\#(data)}"#
  }

  /// The deliveries of events, one to each subscribed endpoint. Each event has one identifier for all
  /// of them.
  ///
  /// - Parameters:
  ///   - events: the events in order.
  ///   - webhooks: all webhooks.
  ///   - makeID: returns an identifier that was never used before.
  package static func route(
    _ events: [RecordedEvent], to webhooks: [Webhook], makeID: () -> String
  ) -> [RoutedEvent] {
    events.map { recorded in
      let event = recorded.event
      let receivers = webhooks.filter { $0.wants(event) }
      guard !receivers.isEmpty else { return (recorded.number, []) }
      let (id, body) = (makeID(), body(of: event, sequence: recorded.number))
      let deliveries = receivers.map {
        NewDelivery(webhook: $0.id, message: id, type: event.type, body: body, time: event.time)
      }
      return (recorded.number, deliveries)
    }
  }

  /// Whether a message concerns only hosts within a reach.
  package static func isWithin(_ reach: HostReach, _ message: NewDelivery) -> Bool {
    guard reach.isBounded, message.type != .ping else { return true }
    guard let root = JSONDocument(stored: message.body.utf8)?.root,
      let data = root.member("data")
    else { return false }
    if let host = data.member("host")?.string { return reach.covers(host) }
    guard let rows = data.member("links")?.array, !rows.isEmpty else { return false }
    return rows.allSatisfy { row in row.member("host")?.string.map(reach.covers) ?? false }
  }

  package static func ping(_ webhook: Webhook, id: String, now: Timestamp) -> NewDelivery {
    let event = WebhookEvent(
      .ping, host: nil, time: now, data: ["webhook": .string(webhook.id)])
    return NewDelivery(
      webhook: webhook.id, message: id, type: .ping, body: body(of: event), time: now)
  }
}

/// Signatures of Standard Webhooks 1.0.
package enum WebhookSignature {
  private static let prefix = "whsec_"
  /// The key lengths that the specification allows.
  private static let keyBytes = 24...64

  /// A new secret; nil when the random generator failed.
  package static func makeSecret() -> String? {
    RandomBytes.make(32).map { prefix + Base64.padded.encode($0) }
  }

  /// The key of a secret: `whsec_` and 24 to 64 bytes in Base64; nil for anything else.
  package static func key(of secret: String) -> [UInt8]? {
    guard secret.hasPrefix(prefix),
      let key = Base64.padded.decode(secret.dropFirst(prefix.count)), keyBytes.contains(key.count)
    else { return nil }
    return key
  }

  /// The value of `webhook-signature`: one signature for each usable secret.
  ///
  /// - Parameters:
  ///   - secrets: the secrets, newest first.
  ///   - id: the identifier of the message, without a full stop.
  ///   - seconds: the time of the attempt, in seconds since 1970.
  ///   - body: the bytes as sent.
  package static func field(
    _ secrets: [String], id: String, seconds: Int, body: [UInt8]
  ) -> String {
    let signed = Array("\(id).\(seconds).".utf8) + body
    return secrets.compactMap { secret in
      key(of: secret).flatMap { HMACSHA256.code(signed, key: $0) }
        .map { "v1," + Base64.padded.encode($0) }
    }.joined(separator: " ")
  }
}
