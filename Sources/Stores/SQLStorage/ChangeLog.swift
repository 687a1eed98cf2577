package import Links
package import LinkStorage

/// The changes of links that a transaction has made.
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

  fileprivate func entries(by actor: AuditActor) -> [AuditEntry] {
    guard let action = action ?? (actor.isSummed ? .linksCreated : nil) else {
      return links.map { LinkAudit.entry($0, by: actor) }
    }
    return LinkAudit.entries(of: action, links, by: actor)
  }
}

extension SQLConnection {
  /// Enters changes in the feed, the outbox, the history and the audit log, inside the transaction that
  /// makes them.
  ///
  /// - Parameters:
  ///   - origin: the `origin` of the store that makes the changes.
  ///   - versions: the maximum number of versions kept of a link.
  package func enter(
    _ changes: NotedChanges, by actor: AuditActor, from origin: Int, keeping versions: Int
  ) throws(Failure) {
    guard let time = changes.links.first?.time else { return }
    let sum = try actor.isSummed ? hourlySum(of: actor, at: time) : nil
    try publish(changes.links, by: origin, at: time)
    // The database itself looks whether a single event is recorded, which saves a question.
    if changes.action == nil {
      try record(changes.links.map(\.told))
    } else {
      try record(changes.links)
    }
    var actor = actor
    if let sum { actor.change = sum.change }
    let number = try beginChange(by: actor, at: time)
    try enter(changes.links, of: number, keeping: versions)
    if let sum {
      return try send(
        "UPDATE keiro.audit SET created = created + $1 WHERE number = $2",
        [.int(changes.links.count), .int(sum.entry)])
    }
    try enter(changes.entries(by: actor), of: number)
    guard actor.isSummed else { return }
    try send(
      "UPDATE keiro.tokens SET audit_entry = (SELECT number FROM keiro.audit WHERE actor_id = $1 "
        + "ORDER BY number DESC LIMIT 1) WHERE id = $2", [.text(actor.id), .text(actor.id)])
  }

  /// The entry and the change of the links that a token has made in this hour; nil when these are the
  /// first. Other transactions of the token wait until the end of this one, so that there is one entry.
  private func hourlySum(
    of actor: AuditActor, at time: Timestamp
  ) throws(Failure) -> (entry: Int, change: Int)? {
    let entry = try first(
      "SELECT audit_entry FROM keiro.tokens WHERE id = $1 \(Self.dialect.lockingForChange)",
      [.text(actor.id)]
    ) { $0.optionalInt(0) }
    let hour = time.secondsSinceEpoch - time.secondsSinceEpoch % 3600
    return try first(
      "SELECT number, change FROM keiro.audit WHERE number = $1 AND changed_at >= $2 "
        + "AND change IS NOT NULL", [.int(entry ?? nil), .int(hour)]
    ) { (entry: $0.int(0), change: $0.int(1)) }
  }
}

/// A changed link and its change, as an engine passes them to its feed, outbox, history and audit log.
package struct ChangedLink: Sendable {
  package var kind: LinkVersion.Kind
  /// The link after the change; for a deletion, as it was.
  package let link: ShortLink
  package var id: Int
  /// The revision after the change; for a deleted link, the last one.
  package let revision: Int
  package let time: Timestamp
  /// The link before the change; nil for one that was created.
  var old: ShortLink?
  /// The clicks counted against `maxClicks` that a deleted link had used.
  var reservedClicks = 0

  package static func created(_ link: ShortLink, _ id: Int, _ now: Timestamp) -> ChangedLink {
    ChangedLink(kind: .created, link: link, id: id, revision: 1, time: now)
  }

  package static func updated(
    _ stored: StoredLink, _ old: StoredLink, _ now: Timestamp
  ) -> ChangedLink {
    ChangedLink(
      kind: .updated, link: stored.link, id: stored.id, revision: stored.revision, time: now,
      old: old.link)
  }

  /// The event that tells of the change.
  var told: WebhookEvent {
    WebhookEvent(WebhookEventType(kind), link, revision: revision, time)
  }

  /// The number of versions of the link before the change, where none of them is stored.
  fileprivate var versionsBefore: Int {
    switch kind {
    case .created: 0
    case .updated: revision - 1
    case .deleted: revision
    }
  }

  /// The difference that leads back to the state before the change; nil for a link that was created.
  fileprivate var before: String? {
    old.map {
      LinkDifference.text(
        from: kind == .deleted ? nil : link, backTo: $0, reservedClicks: reservedClicks)
    }
  }
}

// MARK: - Feed

package struct FeedEntry: Sendable {
  package enum Kind: Int, Sendable {
    case link = 0
    /// Many links, or any.
    case links = 1
    case tokens = 2
    /// An entry that is deleted.
    case forgotten = 3
  }

  /// The `origin` of the store that made the change.
  package let origin: Int
  /// Nil for a kind that only a newer keiro knows, which may mean anything.
  package let kind: Kind?
  /// The link that has changed; without meaning for other kinds.
  package let key: LinkKey
  /// The identifiers of many links, if they are known.
  package var ids: [Int] = []
  /// The time of the change, by the clock of its author.
  package var time = Timestamp(secondsSinceEpoch: 0)

  package init(origin: Int, kind: Int, key: LinkKey) {
    self.origin = origin
    self.kind = Kind(rawValue: kind)
    self.key = key
  }
}

extension FeedChanges {
  /// What entries report to a store.
  ///
  /// - Parameters:
  ///   - entries: the entries; nil when the earlier cursor cannot be followed.
  ///   - origin: the store whose own changes are left out.
  package init(_ entries: [FeedEntry]?, seenBy origin: Int, _ cursor: FeedCursor) {
    self.init(links: .everything, tokensChanged: true, cursor: cursor)
    guard let foreign = entries?.filter({ $0.origin != origin }) else { return }
    tokensChanged = foreign.contains { $0.kind == .tokens || $0.kind == nil }
    guard !foreign.contains(where: { $0.kind == .links || $0.kind == nil }) else { return }
    links = .keys(foreign.compactMap { $0.kind == .link ? $0.key : nil })
  }
}

enum LinkAudit {
  /// The entry for one link that was created, changed or deleted.
  static func entry(_ change: ChangedLink, by actor: AuditActor) -> AuditEntry {
    let old = change.kind == .updated ? change.old : nil
    return AuditEntry(
      AuditAction(change.kind), by: actor, at: change.time, host: change.link.host,
      slug: change.link.slug, revision: change.revision,
      fields: old.map(change.link.changedFields) ?? [])
  }

  /// The entries for a batch of links: one per host, since a million links do not deserve a million
  /// entries. Deleted links get entries of their own, because nothing else names them afterwards.
  static func entries(
    of action: AuditAction, _ changes: [ChangedLink], by actor: AuditActor
  ) -> [AuditEntry] {
    // An undo that deletes a link is recorded in that link's history.
    func isAlone(_ change: ChangedLink) -> Bool {
      change.kind == .deleted && action != .linksReverted
    }
    var entries: [String: AuditEntry] = [:]
    for change in changes where !isAlone(change) {
      let host = change.link.host
      let (made, others) = change.kind == .created ? (1, 0) : (0, 1)
      var entry = entries[host] ?? AuditEntry(action, by: actor, at: change.time, host: host)
      (entry.created, entry.updated) = ((entry.created ?? 0) + made, (entry.updated ?? 0) + others)
      entries[host] = entry
    }
    let deletions = changes.filter(isAlone).map { change in
      AuditEntry(
        .linkDeleted, by: actor, at: change.time, host: change.link.host, slug: change.link.slug,
        revision: change.revision)
    }
    return entries.sorted { $0.key < $1.key }.map(\.value) + deletions
  }
}

extension SQLConnection {
  /// Writes the histories of links, inside the transaction of their change.
  ///
  /// - Parameter limit: the maximum number of versions kept of a link.
  package func enter(
    _ changes: [ChangedLink], of change: ChangeNumber, keeping limit: Int
  ) throws(Failure) {
    let changes = merged(changes)
    var (number, values) = (Self.dialect.lastChange, [SQLValue]())
    if case .given(let given) = change { (number, values) = ("$8", [.int(given)]) }
    // A link that was just created has no versions of its own yet.
    try send(
      "INSERT INTO keiro.link_versions (link, number, change, kind, revision, before, host, slug) "
        + "SELECT n.link, 1 + coalesce(CASE WHEN n.kind > 0 THEN (SELECT max(v.number) "
        + "FROM keiro.link_versions v WHERE v.link = n.link) END, (SELECT max(v.number) "
        + "FROM keiro.link_versions v WHERE v.host = n.host AND v.slug = n.slug), n.earlier), "
        + "\(number), n.kind, n.revision, n.before, CASE WHEN n.kind = 2 THEN n.host END, "
        + "CASE WHEN n.kind = 2 THEN n.slug END FROM #rows",
      over: SQLRows([
        "link": .ints(changes.map(\.id)), "host": .texts(changes.map(\.link.host)),
        "slug": .texts(changes.map(\.link.slug)), "earlier": .ints(changes.map(\.versionsBefore)),
        "kind": .ints(changes.map(\.kind.rawValue)), "revision": .ints(changes.map(\.revision)),
        "before": .texts(changes.map(\.before)),
      ]), values)
    // Fewer changes than the number of versions kept leave nothing to delete.
    let long = changes.filter { $0.revision > limit }.map(\.id)
    guard !long.isEmpty else { return }
    try send(
      "DELETE FROM keiro.link_versions AS v WHERE v.number <= (SELECT max(m.number) "
        + "FROM keiro.link_versions m WHERE m.link = v.link) - $1 AND v.link "
        + Self.dialect.isNumbered("$2"),
      [.int(limit), .numbers(long)])
  }
}

/// One version of each link, even if a batch changed it several times.
private func merged(_ changes: [ChangedLink]) -> [ChangedLink] {
  var indexes: [Int: Int] = [:]
  var merged: [ChangedLink] = []
  merged.reserveCapacity(changes.count)
  for change in changes {
    guard let index = indexes[change.id] else {
      indexes[change.id] = merged.count
      merged.append(change)
      continue
    }
    merged[index] = merged[index].followed(by: change)
  }
  return merged
}

extension ChangedLink {
  /// Two successive changes of a link as one.
  fileprivate func followed(by later: ChangedLink) -> ChangedLink {
    ChangedLink(
      kind: kind == .created && later.kind == .updated ? .created : later.kind, link: later.link,
      id: id, revision: later.revision, time: later.time, old: old)
  }
}
