package import Links

package struct LinkEvent: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case created, updated, deleted

    /// The number under which versions are stored.
    package var number: Int {
      switch self {
      case .created: 0
      case .updated: 1
      case .deleted: 2
      }
    }

    /// The number of versions of a link before a change, where none of them is stored.
    ///
    /// - Parameter revision: the revision after the change; for a deletion, the last one.
    package func versionsBefore(_ revision: Int) -> Int {
      switch self {
      case .created: 0
      case .updated: revision - 1
      case .deleted: revision
      }
    }

    /// The kind with a stored number; nil for an unknown one.
    package init?(number: Int) {
      switch number {
      case 0: self = .created
      case 1: self = .updated
      case 2: self = .deleted
      default: return nil
      }
    }
  }

  package var kind: Kind
  package var key: LinkKey
  /// The revision after the change; for a deleted link, the last one.
  package var revision: Int
  package var time: Timestamp

  package init(_ kind: Kind, _ key: LinkKey, revision: Int, time: Timestamp) {
    self.kind = kind
    self.key = key
    self.revision = revision
    self.time = time
  }
}

/// A changed link and its change, as an engine passes them to its feed, outbox, history and audit log.
package struct ChangedLink: Sendable {
  package let event: LinkEvent
  /// The link after the change; for a deletion, as it was.
  package let link: ShortLink
  package var id: Int
  /// The link before the change; nil for one that was created.
  package var old: ShortLink?
  /// The clicks counted against `maxClicks` that a deleted link had used.
  package var reservedClicks = 0

  package init(_ event: LinkEvent, _ link: ShortLink, id: Int, old: ShortLink? = nil) {
    self.event = event
    self.link = link
    self.id = id
    self.old = old
  }

  /// The difference that leads back to the state before the change; nil for a link that was created.
  package var before: String? {
    old.map {
      LinkDifference.text(
        from: event.kind == .deleted ? nil : link, backTo: $0, reservedClicks: reservedClicks)
    }
  }
}
