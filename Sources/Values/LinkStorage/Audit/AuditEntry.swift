package import Links

/// Somebody's change, as the audit log keeps it.
package struct AuditEntry: Equatable, Sendable {
  /// The time of the change.
  package var time: Timestamp
  /// Who made the change.
  package var actor: AuditActor
  /// What was done.
  package var action: AuditAction
  /// The host of the link, or of imported links, which are entered host by host.
  package var host: String?
  /// The slug of the link; nil for entries that belong to no single link.
  package var slug: String?
  /// The revision of the link after the change.
  package var revision: Int?
  /// The identifier of the token that was made or revoked, or of the webhook.
  package var token: String?
  /// The identifier of the person who was added, changed or removed.
  package var person: String?
  /// The fields of the link that have changed, as in `apple.fallback`.
  package var fields: [String] = []
  /// How many links an import or a file of an owner's links has made.
  package var created: Int?
  /// How many links it has changed; nil for other entries.
  package var updated: Int?
  /// The number of the change of links that the entry is of, as `HistoryKeeping` knows it; nil for
  /// other entries, and while the store gives the number.
  package var change: Int?

  package init(
    _ action: AuditAction, by actor: AuditActor, at time: Timestamp, host: String? = nil,
    slug: String? = nil, revision: Int? = nil, token: String? = nil, person: String? = nil,
    fields: [String] = [],
    created: Int? = nil, updated: Int? = nil
  ) {
    self.time = time
    self.actor = actor
    self.action = action
    self.host = host
    self.slug = slug
    self.revision = revision
    self.token = token
    self.person = person
    self.fields = fields
    self.created = created
    self.updated = updated
  }
}

/// What was done.
package enum AuditAction: String, CaseIterable, Sendable {
  case linkCreated = "link.created"
  case linkUpdated = "link.updated"
  case linkDeleted = "link.deleted"
  /// Many links of one host, in one batch.
  case linksImported = "links.imported"
  /// Many links of one host and one owner, as a file has them.
  case linksApplied = "links.applied"
  /// Many links of one host, back to where they were before a change.
  case linksReverted = "links.reverted"
  case tokenCreated = "token.created"
  case tokenRevoked = "token.revoked"
  case personAdded = "person.added"
  case personChanged = "person.changed"
  case personRemoved = "person.removed"
  case passkeyAdded = "passkey.added"
  case passkeyRemoved = "passkey.removed"
  case configurationReloaded = "configuration.reloaded"
  case webhookCreated = "webhook.created"
  case webhookUpdated = "webhook.updated"
  case webhookDeleted = "webhook.deleted"
}

/// The author of a change.
package struct AuditActor: Equatable, Sendable {
  /// How somebody came to make changes.
  package enum Kind: String, CaseIterable, Sendable {
    /// A caller of the management API.
    case token
    /// Somebody who has signed in to the dashboard.
    case person
    case commandLine = "command-line"
    /// The service itself, on a signal.
    case service
  }

  /// How the author came to make changes.
  package var kind: Kind
  /// The identifier of the token or the person, or of the system's user at the command line.
  package var id: String?
  /// As the token or the person was called at the time of the change.
  package var name: String?
  /// The number of the change that the author is in the middle of, where it comes in several writes;
  /// nil for a write that is a change of its own.
  package var change: Int?

  package init(_ kind: Kind, id: String? = nil, name: String? = nil) {
    self.kind = kind
    self.id = id
    self.name = name
  }

  /// The service itself.
  package static let service = AuditActor(.service)
}

extension APIToken {
  /// The token as the author of a change.
  package var actor: AuditActor { AuditActor(.token, id: id, name: name) }
}
