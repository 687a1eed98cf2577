package import LinkStorage
package import Links

/// The changes of links that a transaction has made, as its engine enters them in the feed, the outbox,
/// the history and the audit log.
package struct NotedChanges {
  /// The links and their changes, in order.
  package let links: [ChangedLink]
  /// The action of a batch, for the audit log; nil for the change of one link, which has an entry of its own.
  package let action: AuditAction?

  /// The change of one link; nil for none.
  init(_ change: ChangedLink?) {
    links = change.map { [$0] } ?? []
    action = nil
  }

  init(_ links: [ChangedLink], as action: AuditAction) {
    self.links = links
    self.action = action
  }

  /// The entries of the audit log.
  package func entries(by actor: AuditActor) -> [AuditEntry] {
    guard let action else { return links.map { LinkAudit.entry($0, by: actor) } }
    return LinkAudit.entries(of: action, links.map(\.event), by: actor)
  }
}

extension ChangedLink {
  /// A link that was created.
  package static func created(_ link: ShortLink, _ id: Int, _ now: Timestamp) -> ChangedLink {
    ChangedLink(LinkEvent(.created, link.key, revision: 1, time: now), link, id: id)
  }

  /// A link that was replaced.
  package static func updated(
    _ stored: StoredLink, _ old: StoredLink, _ now: Timestamp
  ) -> ChangedLink {
    ChangedLink(
      LinkEvent(.updated, stored.link.key, revision: stored.revision, time: now), stored.link,
      id: stored.id, old: old.link)
  }
}
