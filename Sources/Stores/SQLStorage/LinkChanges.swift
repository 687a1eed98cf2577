package import LinkStorage
package import Links

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
