package import LinkStorage
package import Links

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
    return LinkAudit.entries(of: action, links.map(\.event), by: actor)
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
    guard let time = changes.links.first?.event.time else { return }
    let sum = try actor.isSummed ? hourlySum(of: actor, at: time) : nil
    try publish(changes.links, by: origin, at: time)
    // The database itself looks whether a single event is recorded, which saves a question.
    if changes.action == nil {
      try events.record(changes.links.map { WebhookEvent($0) })
    } else {
      try events.record(changes.links)
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

extension ChangedLink {
  package static func created(_ link: ShortLink, _ id: Int, _ now: Timestamp) -> ChangedLink {
    ChangedLink(LinkEvent(.created, link.key, revision: 1, time: now), link, id: id)
  }

  package static func updated(
    _ stored: StoredLink, _ old: StoredLink, _ now: Timestamp
  ) -> ChangedLink {
    ChangedLink(
      LinkEvent(.updated, stored.link.key, revision: stored.revision, time: now), stored.link,
      id: stored.id, old: old.link)
  }
}

// MARK: - Feed

package struct FeedEntry {
  package enum Kind: Int {
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
  ///   - cursor: the position behind the entries.
  package init(_ entries: [FeedEntry]?, seenBy origin: Int, _ cursor: FeedCursor) {
    self.init(links: .everything, tokensChanged: true, cursor: cursor)
    guard let foreign = entries?.filter({ $0.origin != origin }) else { return }
    tokensChanged = foreign.contains { $0.kind == .tokens || $0.kind == nil }
    guard !foreign.contains(where: { $0.kind == .links || $0.kind == nil }) else { return }
    links = .keys(foreign.compactMap { $0.kind == .link ? $0.key : nil })
  }
}
