package import Links

/// A change of one link.
package struct LinkEvent: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case created, updated, deleted
  }

  package var kind: Kind
  package var key: LinkKey
  /// After the change; of a deleted link the last one.
  package var revision: Int
  package var time: Timestamp

  package init(_ kind: Kind, _ key: LinkKey, revision: Int, time: Timestamp) {
    self.kind = kind
    self.key = key
    self.revision = revision
    self.time = time
  }
}

/// A link that was changed, with the change: what an engine hands on for its feed, its outbox and its
/// audit log.
package struct ChangedLink: Sendable {
  package let event: LinkEvent
  /// After the change; of a deleted link as it was.
  package let link: ShortLink

  package init(_ event: LinkEvent, _ link: ShortLink) {
    self.event = event
    self.link = link
  }
}
