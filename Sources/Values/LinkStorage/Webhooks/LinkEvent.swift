package import Links

/// A change of one link.
package struct LinkEvent: Equatable, Sendable {
  /// What may happen to a link.
  package enum Kind: String, Sendable {
    case created, updated, deleted

    /// As versions are kept.
    package var number: Int {
      switch self {
      case .created: 0
      case .updated: 1
      case .deleted: 2
      }
    }

    /// How many versions of a link there were before a change, where nothing is kept of them.
    ///
    /// - Parameter revision: after the change; of a deletion the last one.
    package func versionsBefore(_ revision: Int) -> Int {
      switch self {
      case .created: 0
      case .updated: revision - 1
      case .deleted: revision
      }
    }

    package init?(number: Int) {
      switch number {
      case 0: self = .created
      case 1: self = .updated
      case 2: self = .deleted
      default: return nil
      }
    }
  }

  /// What has happened.
  package var kind: Kind
  /// The place of the link.
  package var key: LinkKey
  /// After the change; of a deleted link the last one.
  package var revision: Int
  /// The time of the change.
  package var time: Timestamp

  package init(_ kind: Kind, _ key: LinkKey, revision: Int, time: Timestamp) {
    self.kind = kind
    self.key = key
    self.revision = revision
    self.time = time
  }
}

/// A link that was changed, with the change: what an engine hands on for its feed, its outbox, its
/// history and its audit log.
package struct ChangedLink: Sendable {
  /// What has happened to it.
  package let event: LinkEvent
  /// After the change; of a deleted link as it was.
  package let link: ShortLink
  /// The identifier of the link.
  package var id: Int
  /// Before the change; nil for a link that was made.
  package var old: ShortLink?
  /// Clicks against `maxClicks` that a deleted link had used.
  package var reservedClicks = 0

  package init(_ event: LinkEvent, _ link: ShortLink, id: Int, old: ShortLink? = nil) {
    self.event = event
    self.link = link
    self.id = id
    self.old = old
  }

  /// What leads back to the link before the change.
  package var before: String? {
    old.map {
      LinkDifference.text(
        from: event.kind == .deleted ? nil : link, backTo: $0, reservedClicks: reservedClicks)
    }
  }
}
