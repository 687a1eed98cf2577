package import LinkStorage
package import Links

/// The changes of links that a transaction has made, as its engine enters them in the feed, the outbox,
/// the history and the audit log.
package struct NotedChanges {
  /// The links and their changes, in order.
  package let links: [ChangedLink]
  /// What a batch does, for the audit log; nil for the change of one link, which has an entry of its own.
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

/// The rows of links as an engine writes them, inside a transaction.
package protocol LinkWriting: SendableMetatype {
  /// Why the database did not do what was asked.
  associatedtype Failure: Error

  /// The link at a host and slug, which no other transaction changes before the end of this one; nil
  /// when there is none.
  func locked(_ key: LinkKey) throws(Failure) -> StoredLink?

  /// The links at hosts and slugs, which no other transaction changes before the end of this one.
  func locked(_ keys: [LinkKey]) throws(Failure) -> [LinkKey: StoredLink]

  /// Creates a link as `ManagedLinks.create` does.
  func create(
    _ link: ShortLink, _ terms: CreationTerms, _ now: Timestamp
  ) throws(Failure) -> Creation

  /// Inserts a link.
  ///
  /// - Returns: the identifier of the new row; nil when the host and slug are taken.
  func insertRow(_ link: ShortLink) throws(Failure) -> Int?

  /// Replaces a link by one with the same host and slug.
  func replace(_ old: StoredLink, by link: ShortLink) throws(Failure) -> StoredLink

  /// Deletes a link with its limit; the sums of its clicks stay in its history.
  func delete(_ old: StoredLink, _ now: Timestamp) throws(Failure) -> ChangedLink

  /// Makes the store agree with links.
  ///
  /// - Returns: the outcome for each link, and the changes.
  func apply(
    _ links: [ShortLink], _ rule: ApplyingRule, _ now: Timestamp
  ) throws(Failure) -> (changes: [AppliedChange], changed: [ChangedLink])

  /// Restores the clicks against `maxClicks` that a deleted link had used.
  func restore(_ reservedClicks: Int, of link: ShortLink) throws(Failure)
}

extension SQLStore where Self: ManagedLinks {
  package func create(
    _ link: ShortLink, _ terms: CreationTerms, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Creation>
  ) {
    changingLinks(upTo: 1, by: actor, completion) { sql throws(Failure) in
      let creation = try sql.linkWriter.create(link, terms, now)
      guard case .created(let stored) = creation else { return (creation, NotedChanges(nil)) }
      return (creation, NotedChanges(.created(stored.link, stored.id, now)))
    }
  }

  package func update(
    _ link: ShortLink, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Update>
  ) {
    changingLinks(upTo: 1, by: actor, completion) { sql throws(Failure) in
      let table = sql.linkWriter
      guard let old = try table.locked(link.key) else { return (.missing, NotedChanges(nil)) }
      guard revision == nil || revision == old.revision else {
        return (.overtaken(old), NotedChanges(nil))
      }
      var link = link
      link.createdAt = old.link.createdAt
      link.updatedAt = now
      link.isEdited = true
      let stored = try table.replace(old, by: link)
      return (.updated(stored), NotedChanges(.updated(stored, old, now)))
    }
  }

  package func delete(
    _ key: LinkKey, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Deletion>
  ) {
    changingLinks(upTo: 1, by: actor, completion) { sql throws(Failure) in
      let table = sql.linkWriter
      guard let old = try table.locked(key) else { return (.missing, NotedChanges(nil)) }
      guard revision == nil || revision == old.revision else {
        return (.overtaken(old), NotedChanges(nil))
      }
      return (.deleted, NotedChanges(try table.delete(old, now)))
    }
  }

  package func apply(
    _ links: [ShortLink], overwritesEdits: Bool, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    changingLinks(upTo: links.count, by: actor, completion) { sql throws(Failure) in
      let (changes, changed) = try sql.linkWriter.apply(
        links, .importing(overwritesEdits: overwritesEdits), now)
      return (changes, NotedChanges(changed, as: .linksImported))
    }
  }

  package func apply(
    _ links: [ShortLink], removing: [LinkKey], of owner: String, by actor: AuditActor,
    now: Timestamp, completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    changingLinks(upTo: links.count + removing.count, by: actor, completion) {
      sql throws(Failure) in
      var (changes, changed) = try sql.linkWriter.apply(links, .owning(owner), now)
      for key in removing {
        guard let old = try sql.linkWriter.locked(key) else {
          changes.append(.unchanged)
          continue
        }
        guard old.link.owner == owner else {
          changes.append(.kept)
          continue
        }
        changes.append(.removed)
        changed.append(try sql.linkWriter.delete(old, now))
      }
      return (changes, NotedChanges(changed, as: .linksApplied))
    }
  }
}

extension SQLStore where Self: HistoryKeeping {
  package func revert(
    _ reversals: [LinkReversal], by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[Bool]>
  ) {
    changingLinks(upTo: reversals.count, by: actor, completion) { sql throws(Failure) in
      var there = try sql.linkWriter.locked(reversals.map(\.key))
      var done: [Bool] = []
      var changed: [ChangedLink] = []
      for reversal in reversals {
        let current = there[reversal.key]
        let change =
          reversal.isExpected(current)
          ? try sql.linkWriter.revert(reversal, current, now) : nil
        done.append(change != nil)
        guard let change else { continue }
        // Another reversal with the same key would expect another state.
        there[reversal.key] = nil
        changed.append(change)
      }
      // A single link is recorded as a change of its own.
      if changed.count == 1 { return (done, NotedChanges(changed.first)) }
      return (done, NotedChanges(changed, as: .linksReverted))
    }
  }
}

extension LinkWriting {
  /// The change; nil when there was nothing to do.
  fileprivate func revert(
    _ reversal: LinkReversal, _ there: StoredLink?, _ now: Timestamp
  ) throws(Failure) -> ChangedLink? {
    switch (there, reversal.link(at: now)) {
    case (nil, nil): return nil
    case (let there?, nil): return try delete(there, now)
    case (let there?, let link?): return .updated(try replace(there, by: link), there, now)
    case (nil, let link?):
      guard let id = try insertRow(link) else { return nil }
      if reversal.reservedClicks > 0 { try restore(reversal.reservedClicks, of: link) }
      return .created(link, id, now)
    }
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
