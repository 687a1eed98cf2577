package import LinkStorage
package import Links

extension SQLStore where Self: ManagedLinks {
  package func create(
    _ link: ShortLink, _ terms: CreationTerms, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Creation>
  ) {
    changingLinks(upTo: 1, by: actor, completion) { sql throws(Failure) in
      if !terms.otherHomes.isEmpty { _ = try sql.lock(.slugs([link.key])) }
      let creation = try sql.create(link, terms, now)
      guard case .created(let stored) = creation else { return (creation, NotedChanges(nil)) }
      return (creation, NotedChanges(.created(stored.link, stored.id, now)))
    }
  }

  package func update(
    _ link: ShortLink, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<LinkWrite>
  ) {
    changeLink(link.key, revision, by: actor, completion) { sql, old throws(Failure) in
      var link = link
      link.createdAt = old.link.createdAt
      link.updatedAt = now
      link.isEdited = true
      let stored = try sql.replace(old, by: link)
      return (stored, .updated(stored, old, now))
    }
  }

  package func delete(
    _ key: LinkKey, revision: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<LinkWrite>
  ) {
    changeLink(key, revision, by: actor, completion) { sql, old throws(Failure) in
      (old, try sql.delete(old, now))
    }
  }

  private func changeLink(
    _ key: LinkKey, _ revision: Int?, by actor: AuditActor,
    _ completion: @escaping StoreCompletion<LinkWrite>,
    _ change:
      @escaping @Sendable (SharedConnection, _ old: StoredLink) throws(Failure) -> (
        StoredLink, ChangedLink
      )
  ) {
    changingLinks(upTo: 1, by: actor, completion) { sql throws(Failure) in
      guard let old = try sql.locked(key) else { return (.missing, NotedChanges(nil)) }
      guard revision == nil || revision == old.revision else {
        return (.overtaken(old), NotedChanges(nil))
      }
      let (stored, noted) = try change(sql, old)
      return (.done(stored), NotedChanges(noted))
    }
  }

  package func apply(
    _ links: [ShortLink], overwritesEdits: Bool, homes: @escaping OtherHomes, by actor: AuditActor,
    now: Timestamp, completion: @escaping StoreCompletion<[AppliedChange]>
  ) {
    changingLinks(upTo: links.count, by: actor, completion) { sql throws(Failure) in
      try sql.lockSlugs(of: links.map(\.key), homes)
      let (changes, changed) = try sql.apply(
        links, .importing(overwritesEdits: overwritesEdits), homes, now)
      return (changes, NotedChanges(changed, as: .linksImported))
    }
  }

  package func apply(
    _ links: [ShortLink], removing: [LinkKey], of owner: String, homes: @escaping OtherHomes,
    under lease: HeldLease, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[AppliedChange]?>
  ) {
    changingLinks(upTo: links.count + removing.count, by: actor, completion) {
      sql throws(Failure) in
      guard try sql.renewLease(lease.name, owner: lease.owner, seconds: lease.seconds) else {
        return (nil, NotedChanges(nil))
      }
      try sql.lockSlugs(of: links.map(\.key), homes)
      // Links that go make room for those with the same slug on another host of their site.
      var (gone, removed) = ([AppliedChange](), [ChangedLink]())
      for key in removing {
        guard let old = try sql.locked(key) else {
          gone.append(.unchanged)
          continue
        }
        guard old.link.belongs(to: owner) else {
          gone.append(.kept)
          continue
        }
        gone.append(.removed)
        removed.append(try sql.delete(old, now))
      }
      let (changes, changed) = try sql.apply(links, .owning(owner), homes, now)
      return (changes + gone, NotedChanges(changed + removed, as: .linksApplied))
    }
  }
}

extension SQLStore where Self: AnswerKeeping {
  package func takeKey(
    _ key: IdempotencyKey, now: Timestamp, completion: @escaping StoreCompletion<KeyUse>
  ) {
    writing(completion) { sql throws(Failure) in
      if try sql.take(key, for: LinkKey(host: "", slug: ""), now) { return .taken }
      // One that was freed at this moment is free for the next attempt.
      guard let earlier = try sql.earlier(key, now) else { return .unanswered(since: now) }
      guard earlier.digest == key.digest else { return .reused }
      let answer = earlier.place.slug
      return answer.isEmpty ? .unanswered(since: earlier.time) : .answered(answer)
    }
  }

  package func keepAnswer(
    _ answer: String?, to key: IdempotencyKey, completion: @escaping StoreCompletion<Void>
  ) {
    writing(completion) { sql throws(Failure) in
      // An answer stands where other keys have the slug of their link.
      try sql.keep(answer.map { LinkKey(host: "", slug: $0) }, under: key)
    }
  }
}

extension SQLStore where Self: HistoryKeeping {
  package func revert(
    _ reversals: [LinkReversal], homes: @escaping OtherHomes, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<[Bool]>
  ) {
    changingLinks(upTo: reversals.count, by: actor, completion) { sql throws(Failure) in
      try sql.lockSlugs(of: reversals.filter(\.isReturn).map(\.key), homes)
      var there = try sql.locked(reversals.map(\.key))
      var done = reversals.map { _ in false }
      var changed: [ChangedLink] = []
      // Links that go make room for those with the same slug on another host of their site.
      let returns = reversals.indices.filter { reversals[$0].isReturn }
      for index in reversals.indices.filter({ !reversals[$0].isReturn }) + returns {
        let reversal = reversals[index]
        let current = there[reversal.key]
        guard reversal.isExpected(current) else { continue }
        if reversal.isReturn, try sql.taken(reversal.key, homes(reversal.key)) != nil { continue }
        guard let change = try sql.revert(reversal, current, now) else { continue }
        done[index] = true
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
