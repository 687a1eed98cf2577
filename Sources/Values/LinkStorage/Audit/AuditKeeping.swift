package import Links

/// The audit log: who changed what, and when.
///
/// A change of a link or token and its entry are written in one transaction, so neither exists without
/// the other.
package protocol AuditKeeping: AnyObject, Sendable {
  /// One page of entries, newest first.
  func audit(_ query: AuditQuery) throws(LinkStoreError) -> AuditPage

  /// Records a change to something that the store does not hold, or not by itself.
  ///
  /// - Parameters:
  ///   - name: what was changed; nil where the action says so.
  ///   - value: the shared value that the change makes, which is kept with its entry or not at all.
  func note(
    _ action: AuditAction, about name: String?, keeping value: (name: String, bytes: [UInt8])?,
    by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Void>)
}

/// Limits of the audit log, the same for every engine: what is beyond them goes with what is old.
package enum AuditBounds {
  package static let entries = 1_000_000
}

package struct AuditQuery: Equatable, Sendable {
  /// The host of the entries; nil for all entries, including those without a host.
  package var host: String?
  /// The slug of a link of that host; nil for all links.
  package var slug: String?
  /// The hosts that the caller may see. A bounded reach excludes entries without a host.
  package var reach = HostReach.everywhere
  /// The identifier or name of an author, or a kind of author.
  package var actor: String?
  /// The identifier of an author who had other names before.
  package var actorID: String?
  /// The kind of the author; nil for any.
  package var actorKind: AuditActor.Kind?
  package var action: AuditAction?
  /// The number of a change of links.
  package var change: Int?
  /// The earliest time, inclusive.
  package var since: Timestamp?
  /// The latest time, exclusive.
  package var until: Timestamp?
  /// The `next` of the preceding page; nil for the first page.
  package var before: Int?
  /// The page size, clamped to 1...1000.
  package var limit = 100

  package init() {}
}

package struct AuditPage: Equatable, Sendable {
  package struct Numbered: Equatable, Sendable {
    /// The entry's number, which increases with every entry and is never reused.
    package let number: Int
    package let entry: AuditEntry

    package init(number: Int, entry: AuditEntry) {
      self.number = number
      self.entry = entry
    }
  }

  /// The entries, newest first.
  package let entries: [Numbered]
  /// The cursor of the next page; nil on the last one.
  package let next: Int?

  /// - Parameter found: the entries; one more than `limit` means that another page follows.
  package init(found: [Numbered], limit: Int) {
    entries = Array(found.prefix(limit))
    next = found.count > limit ? entries.last?.number : nil
  }
}

/// A change as the audit log records it.
package struct AuditEntry: Equatable, Sendable {
  package var time: Timestamp
  package var actor: AuditActor
  package var action: AuditAction
  /// The host of the changed links; nil for entries about tokens, people and webhooks. An import makes
  /// one entry per host.
  package var host: String?
  /// The slug of the link, or without a host the name of a template; nil for entries that concern no
  /// single one.
  package var slug: String?
  package var revision: Int?
  /// The identifier of the token or webhook that was created, changed or revoked.
  package var token: String?
  /// The identifier of the person who was added, changed or removed.
  package var person: String?
  /// The paths of the changed fields, such as `apple.fallback`.
  package var fields: [String] = []
  /// The number of links that an import, an owner's file or apps in an hour created; nil for other
  /// entries.
  package var created: Int?
  /// The number of links that it updated, or that emptying the bin removed; nil for other entries.
  package var updated: Int?
  /// The number of the change to links that the entry belongs to, as in `HistoryKeeping`; nil for other
  /// entries, and until the store assigns the number.
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

package enum AuditAction: String, CaseIterable, Sendable {
  case linkCreated = "link.created"
  case linkUpdated = "link.updated"
  case linkDeleted = "link.deleted"
  /// The links that apps made in an hour with one token.
  case linksCreated = "links.created"
  /// An import of many links of one host.
  case linksImported = "links.imported"
  /// An owner's file, applied to its links of one host.
  case linksApplied = "links.applied"
  /// Links of one host, returned to their state before a change.
  case linksReverted = "links.reverted"
  /// Deleted links of one host, gone for good.
  case linksPurged = "links.purged"
  case tokenCreated = "token.created"
  case tokenRevoked = "token.revoked"
  case personAdded = "person.added"
  case personChanged = "person.changed"
  case personRemoved = "person.removed"
  case passkeyAdded = "passkey.added"
  case passkeyRenamed = "passkey.renamed"
  case passkeyRemoved = "passkey.removed"
  case configurationReloaded = "configuration.reloaded"
  case webhookCreated = "webhook.created"
  case webhookUpdated = "webhook.updated"
  case webhookDeleted = "webhook.deleted"
  case templateKept = "template.kept"
  case templateRemoved = "template.removed"
}

extension AuditAction {
  package init(_ kind: LinkVersion.Kind) {
    switch kind {
    case .created: self = .linkCreated
    case .updated: self = .linkUpdated
    case .deleted: self = .linkDeleted
    }
  }
}

package struct AuditActor: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// A client of the management API.
    case token
    /// A person signed in to the dashboard.
    case person
    case commandLine = "command-line"
    /// The service itself, acting on a signal.
    case service
  }

  package var kind: Kind
  /// The identifier of the token or person, or the system user of a command.
  package var id: String?
  /// The name of the token or person at the time of the change.
  package var name: String?
  /// The number of the change that the author's next writes belong to, when a change takes several; nil
  /// for a write that is a change of its own.
  package var change: Int?
  /// Whether the links that the author creates in an hour are one change and one entry, which counts
  /// them.
  package var isSummed = false

  package init(_ kind: Kind, id: String? = nil, name: String? = nil) {
    self.kind = kind
    self.id = id
    self.name = name
  }

  package static let service = AuditActor(.service)
}

extension APIToken {
  package var actor: AuditActor { AuditActor(.token, id: id, name: name) }
}
