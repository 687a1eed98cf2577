import Links
import LinkStorage

extension MemoryContents {
  mutating func create(
    _ link: ShortLink, _ terms: CreationTerms, _ now: Timestamp, by author: Author
  ) -> Creation {
    if let key = terms.idempotencyKey, let earlier = remembered[key.text] {
      return earlier.digest == key.digest ? .remembered(links[earlier.link]) : .keyReused
    }
    let creation: Creation
    var place = link.key
    if terms.findsExisting, let found = self.link(like: link) {
      place = found.link.key
      creation = .found(found)
    } else {
      guard links[link.key] == nil else { return .taken }
      let stored = insert(link.stamped(now))
      note(
        ChangedLink(
          LinkEvent(.created, link.key, revision: stored.revision, time: now), stored.link),
        by: author)
      creation = .created(stored)
    }
    if let key = terms.idempotencyKey {
      remembered[key.text] = Remembered(digest: key.digest, link: place, time: now)
    }
    return creation
  }

  mutating func update(
    _ link: ShortLink, _ revision: Int?, _ now: Timestamp, by author: Author
  ) -> Update {
    guard let old = links[link.key] else { return .missing }
    guard revision == nil || revision == old.revision else { return .overtaken(old) }
    var link = link
    link.createdAt = old.link.createdAt
    link.updatedAt = now
    link.isEdited = true
    let stored = replace(old, by: link)
    note(
      ChangedLink(
        LinkEvent(.updated, link.key, revision: stored.revision, time: now), stored.link),
      by: author, old: old.link)
    return .updated(stored)
  }

  mutating func delete(
    _ key: LinkKey, _ revision: Int?, _ now: Timestamp, by author: Author
  ) -> Deletion {
    guard let old = links[key] else { return .missing }
    guard revision == nil || revision == old.revision else { return .overtaken(old) }
    links[key] = nil
    totals[key] = nil
    clicks = clicks.mapValues { rows in rows.filter { $0.key.link != key } }
    days = days.mapValues { rows in rows.filter { $0.key.link != key } }
    reservations = reservations.filter { $0.key.key != key }
    usedUp = usedUp.filter { $0.key.key != key }
    toldLimits = toldLimits.filter { $0.key.key != key }
    note(
      ChangedLink(LinkEvent(.deleted, key, revision: old.revision, time: now), old.link),
      by: author)
    return .deleted
  }

  mutating func apply(
    _ incoming: [ShortLink], overwritesEdits: Bool, _ now: Timestamp, by author: Author
  ) -> [AppliedChange] {
    var changed: [ChangedLink] = []
    let changes = incoming.map { link -> AppliedChange in
      let old = links[link.key]
      let change = LinkChange(
        existing: old?.link, incoming: link, now: now, overwritesEdits: overwritesEdits)
      switch change {
      case .create(let link):
        let stored = insert(link)
        changed.append(
          ChangedLink(
            LinkEvent(.created, link.key, revision: stored.revision, time: now), stored.link))
      case .update(let link):
        if let old {
          let stored = replace(old, by: link)
          changed.append(
            ChangedLink(
              LinkEvent(.updated, link.key, revision: stored.revision, time: now), stored.link))
        }
      case .unchanged, .keep: break
      }
      return change.applied
    }
    publish(changed, by: author)
    auditLog.append(
      LinkAudit.entries(ofImport: changed.map(\.event), by: author.actor))
    return changes
  }

  private mutating func insert(_ link: ShortLink) -> StoredLink {
    let stored = StoredLink(id: newID(), revision: 1, link: link)
    links[link.key] = stored
    return stored
  }

  private mutating func replace(_ old: StoredLink, by link: ShortLink) -> StoredLink {
    let stored = StoredLink(id: old.id, revision: old.revision + 1, link: link)
    links[link.key] = stored
    return stored
  }

  /// Notes the change of one link.
  private mutating func note(
    _ change: ChangedLink, by author: Author, old: ShortLink? = nil
  ) {
    publish([change], by: author)
    auditLog.append([LinkAudit.entry(change, by: author.actor, old: old)])
  }

  /// Writes the changes of one call into the feed and the outbox.
  private mutating func publish(_ changes: [ChangedLink], by author: Author) {
    feed.note(changes.map(\.event), by: author.origin)
    outbox.record(changes)
  }
}
