package import JSONSyntax
package import Links

/// What webhooks tell of.
package enum WebhookEventType: String, CaseIterable, Sendable {
  case linkCreated = "link.created"
  case linkUpdated = "link.updated"
  case linkDeleted = "link.deleted"
  /// The time of `expires` has come.
  case linkExpired = "link.expired"
  /// The last click of `maxClicks` was given out.
  case linkLimitReached = "link.limit_reached"
  /// The destination has moved for good, is dead or leads in a circle.
  case linkUnhealthy = "link.unhealthy"
  /// It answers again.
  case linkHealthy = "link.healthy"
  case importFinished = "import.finished"
  case doctorChanged = "doctor.changed"
  /// Clicks of people by link, since the last sums.
  case clicksSummed = "clicks.summed"
  /// Launches that apps reported, since the last sums.
  case launchesSummed = "launches.summed"
  /// The token of a device to which nothing can be sent any more.
  case tokenDead = "notification.token_dead"
  /// A webhook that was switched off by its failures.
  case endpointDisabled = "endpoint.disabled"
  /// A test, sent to one endpoint whatever it has subscribed to.
  case ping
}

/// Something that webhooks tell of, as it was when it happened.
package struct WebhookEvent: Equatable, Sendable {
  /// What kind of event it is.
  package let type: WebhookEventType
  /// The host that it is about; nil when it is about none, or several: then only those hear of it that
  /// hear of every host.
  package let host: String?
  /// When it happened.
  package let time: Timestamp
  /// The member `data` of the body: the text of a JSON object on one line.
  package let data: String

  package init(_ type: WebhookEventType, host: String?, time: Timestamp, data: JSONOutput) {
    self.init(type, host: host, time: time, text: data.compact)
  }

  /// - Parameter text: of `data`, as a store has kept it.
  package init(_ type: WebhookEventType, host: String?, time: Timestamp, text: String) {
    self.type = type
    self.host = host
    self.time = time
    data = text
  }
}

extension WebhookEvent {
  /// The change of a link.
  package init(_ change: ChangedLink) {
    let event = change.event
    var members = change.link.members(password: .hidden)
    members.append(.init("revision", .int(event.revision)))
    self.init(
      WebhookEventType(event.kind), host: event.key.host, time: event.time,
      data: .object(members))
  }

  /// The end of a link by its time.
  package static func expired(_ link: StoredLink, now: Timestamp) -> WebhookEvent {
    var members = link.link.members(password: .hidden)
    members.append(.init("revision", .int(link.revision)))
    return WebhookEvent(.linkExpired, host: link.link.host, time: now, data: .object(members))
  }

  /// The end of a link by its clicks.
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

extension WebhookEventType {
  package init(_ kind: LinkEvent.Kind) {
    switch kind {
    case .created: self = .linkCreated
    case .updated: self = .linkUpdated
    case .deleted: self = .linkDeleted
    }
  }
}

/// An event in the outbox.
package struct RecordedEvent: Equatable, Sendable {
  /// Grows with every event, in the order of the changes of each link; never given twice.
  package let number: Int
  /// What has happened.
  package let event: WebhookEvent

  package init(number: Int, event: WebhookEvent) {
    self.number = number
    self.event = event
  }
}

extension Set<WebhookEventType> {
  /// As a store keeps it.
  package var text: String { map(\.rawValue).sorted().joined(separator: " ") }

  /// - Parameter text: nil when nothing was kept.
  package init(text: String?) {
    self = Set((text ?? "").split(separator: " ").compactMap { Element(rawValue: String($0)) })
  }
}
