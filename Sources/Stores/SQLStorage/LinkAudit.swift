import LinkStorage
import Links

enum LinkAudit {
  /// The entry for one link that was created, changed or deleted.
  static func entry(_ change: ChangedLink, by actor: AuditActor) -> AuditEntry {
    let event = change.event
    let old = event.kind == .updated ? change.old : nil
    return AuditEntry(
      AuditAction(event.kind), by: actor, at: event.time, host: event.key.host,
      slug: event.key.slug, revision: event.revision,
      fields: old.map(change.link.changedFields) ?? [])
  }

  /// The entries for a batch of links: one per host, since a million links do not deserve a million
  /// entries. Deleted links get entries of their own, because nothing else names them afterwards.
  static func entries(
    of action: AuditAction, _ events: [LinkEvent], by actor: AuditActor
  ) -> [AuditEntry] {
    var entries: [String: AuditEntry] = [:]
    var deletions: [AuditEntry] = []
    for event in events {
      let host = event.key.host
      var entry =
        entries[host]
        ?? AuditEntry(action, by: actor, at: event.time, host: host, created: 0, updated: 0)
      switch event.kind {
      case .created: entry.created = (entry.created ?? 0) + 1
      case .updated: entry.updated = (entry.updated ?? 0) + 1
      // An undo that deletes a link is recorded in that link's history.
      case .deleted where action == .linksReverted: entry.updated = (entry.updated ?? 0) + 1
      case .deleted:
        deletions.append(
          AuditEntry(
            .linkDeleted, by: actor, at: event.time, host: host, slug: event.key.slug,
            revision: event.revision))
        continue
      }
      entries[host] = entry
    }
    return entries.keys.sorted().compactMap { entries[$0] } + deletions
  }
}
