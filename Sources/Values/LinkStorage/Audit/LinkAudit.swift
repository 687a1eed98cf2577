package import Links

/// The entries that changes of links make, alike for every engine.
package enum LinkAudit {
  /// The entry of a link that was made, changed or deleted by itself.
  package static func entry(_ change: ChangedLink, by actor: AuditActor) -> AuditEntry {
    let event = change.event
    let old = event.kind == .updated ? change.old : nil
    return AuditEntry(
      AuditAction(event.kind), by: actor, at: event.time, host: event.key.host,
      slug: event.key.slug, revision: event.revision,
      fields: old.map(change.link.changedFields) ?? [])
  }

  /// The entries of a batch of links: one for each host, since a million links are not worth a
  /// million entries. Links that are gone have entries of their own, which alone still name them.
  package static func entries(
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
      // What an undo has taken away, the history of each link tells.
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

extension AuditAction {
  /// What a change of one link is called.
  package init(_ kind: LinkEvent.Kind) {
    switch kind {
    case .created: self = .linkCreated
    case .updated: self = .linkUpdated
    case .deleted: self = .linkDeleted
    }
  }
}

extension ShortLink {
  /// The paths of the fields in which the link differs from an earlier state, the times of creation
  /// and change aside.
  package func changedFields(from old: ShortLink) -> [String] {
    let (own, other) = (UnpackedLink(self), UnpackedLink(old))
    return LinkField.all.filter { field in
      field.path != "createdAt" && field.path != "updatedAt"
        && field.type.stored(in: own) != field.type.stored(in: other)
    }.map(\.path)
  }
}
