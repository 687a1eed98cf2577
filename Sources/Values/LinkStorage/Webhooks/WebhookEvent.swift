package import JSONSyntax
package import Links

package enum WebhookEventType: String, CaseIterable, Sendable {
  case linkCreated = "link.created"
  case linkUpdated = "link.updated"
  case linkDeleted = "link.deleted"
  /// The link's `expires` has passed.
  case linkExpired = "link.expired"
  /// The last click of the link's `maxClicks` was used.
  case linkLimitReached = "link.limit_reached"
  /// The link's destination has moved permanently, is dead or redirects in a circle.
  case linkUnhealthy = "link.unhealthy"
  /// The link's destination answers again.
  case linkHealthy = "link.healthy"
  case importFinished = "import.finished"
  case doctorChanged = "doctor.changed"
  /// Clicks by people on each link, since the last report.
  case clicksSummed = "clicks.summed"
  /// Launches reported by apps, since the last report.
  case launchesSummed = "launches.summed"
  /// A device token to which nothing can be sent any more.
  case tokenDead = "notification.token_dead"
  /// A webhook that was disabled because of its failures.
  case endpointDisabled = "endpoint.disabled"
  /// A test, sent to one endpoint regardless of its subscriptions.
  case ping
}

package struct WebhookEvent: Equatable, Sendable {
  package let type: WebhookEventType
  /// The host concerned; nil for none or several. Only webhooks for all hosts receive events without
  /// one.
  package let host: String?
  package let time: Timestamp
  /// The member `data` of the body: a JSON object on one line.
  package let data: String

  package init(_ type: WebhookEventType, host: String?, time: Timestamp, data: JSONOutput) {
    self.init(type, host: host, time: time, text: data.compact)
  }

  /// - Parameter text: the stored `data`.
  package init(_ type: WebhookEventType, host: String?, time: Timestamp, text: String) {
    self.type = type
    self.host = host
    self.time = time
    data = text
  }
}

extension WebhookEvent {
  package init(
    _ type: WebhookEventType, _ link: ShortLink, revision: Int, _ time: Timestamp,
    besides more: [JSONOutput.Member] = []
  ) {
    let members = link.members(password: .hidden) + [.init("revision", .int(revision))] + more
    self.init(type, host: link.host, time: time, data: .object(members))
  }

  package static func limitReached(
    _ key: LinkKey, limit: Int, now: Timestamp
  ) -> WebhookEvent {
    WebhookEvent(
      .linkLimitReached, host: key.host, time: now,
      data: .object([
        .init("host", .string(key.host)), .init("slug", .string(key.slug)),
        .init("maxClicks", .int(limit)),
      ]))
  }
}

extension [WebhookEvent] {
  /// The events as JSON, for one store that keeps them for another.
  package var stored: [UInt8] {
    let events = map { event in
      JSONOutput.array([
        .string(event.type.rawValue), .optional(event.host),
        .string(String(event.time.secondsSinceEpoch)), .string(event.data),
      ])
    }
    return Swift.Array(JSONOutput.array(events).compact.utf8)
  }

  /// - Parameter stored: the stored form; what cannot be read is left out.
  package init(stored: [UInt8]) {
    let events = JSONDocument(stored: stored)?.root.array ?? []
    self = events.compactMap { event in
      guard let parts = event.array, parts.count == 4,
        let type = parts[0].string.flatMap(WebhookEventType.init),
        let time = parts[2].string.flatMap({ Int($0) }), let data = parts[3].string
      else { return nil }
      return WebhookEvent(
        type, host: parts[1].string, time: Timestamp(secondsSinceEpoch: time), text: data)
    }
  }
}

extension WebhookEventType {
  package init(_ kind: LinkVersion.Kind) {
    switch kind {
    case .created: self = .linkCreated
    case .updated: self = .linkUpdated
    case .deleted: self = .linkDeleted
    }
  }
}

package struct RecordedEvent: Equatable, Sendable {
  /// The number, which increases with every event in the order of each link's changes and is never
  /// reused.
  package let number: Int
  package let event: WebhookEvent

  package init(number: Int, event: WebhookEvent) {
    self.number = number
    self.event = event
  }
}

extension Set<WebhookEventType> {
  package var text: String { map(\.rawValue).sorted().joined(separator: " ") }

  /// - Parameter text: the stored form; nil when there is none.
  package init(text: String?) {
    self = Set((text ?? "").split(separator: " ").compactMap { Element(rawValue: String($0)) })
  }
}
