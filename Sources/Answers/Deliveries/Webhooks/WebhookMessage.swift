package import LinkStorage
import JSONSyntax
package import Links

/// Events as messages.
package enum WebhookMessage {
  /// The specification advises less than 20 kB: what is longer says so in the place of its data.
  static let bodyBytes = 20_000

  /// `{"type", "timestamp", "sequence", "data"}`.
  ///
  /// - Parameter sequence: of events that were recorded, the number that orders them: two of one link
  ///   stand in the outbox as their changes were made, which the link's revisions do not tell across
  ///   its deletion. Nil for what has no place among them.
  package static func body(of event: WebhookEvent, sequence: Int? = nil) -> String {
    let body = text(event, sequence, data: event.data)
    guard body.utf8.count > bodyBytes else { return body }
    // Such as a link with a description of many pages: its place says where to ask.
    let document = try? JSONDocument(parsing: Array(event.data.utf8))
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

  /// What comes of events: a delivery to each endpoint that wants it. Each event has one identifier
  /// for all of them.
  ///
  /// - Parameters:
  ///   - events: in their order.
  ///   - webhooks: all that there are.
  ///   - makeID: an identifier that was never given before.
  package static func route(
    _ events: [RecordedEvent], to webhooks: [Webhook], makeID: () -> String
  ) -> [RoutedEvent] {
    events.map { recorded in
      let event = recorded.event
      let receivers = webhooks.filter { $0.wants(event) }
      guard !receivers.isEmpty else { return RoutedEvent(number: recorded.number, deliveries: []) }
      let (id, body) = (makeID(), body(of: event, sequence: recorded.number))
      return RoutedEvent(
        number: recorded.number,
        deliveries: receivers.map {
          NewDelivery(
            webhook: $0.id, message: id, type: event.type, body: body, time: event.time)
        })
    }
  }

  /// Whether a message tells of hosts within a reach and of nothing else.
  package static func isWithin(_ reach: HostReach, _ message: NewDelivery) -> Bool {
    guard reach.isBounded, message.type != .ping else { return true }
    guard let root = try? JSONDocument(parsing: Array(message.body.utf8)).root,
      let data = root.member("data")
    else { return false }
    if let host = data.member("host")?.string { return reach.covers(host) }
    guard let rows = data.member("links")?.array, !rows.isEmpty else { return false }
    return rows.allSatisfy { row in row.member("host")?.string.map(reach.covers) ?? false }
  }

  /// A test of one endpoint.
  package static func ping(_ webhook: Webhook, id: String, now: Timestamp) -> NewDelivery {
    let event = WebhookEvent(
      .ping, host: nil, time: now, data: .object([.init("webhook", .string(webhook.id))]))
    return NewDelivery(
      webhook: webhook.id, message: id, type: .ping, body: body(of: event), time: now)
  }
}
