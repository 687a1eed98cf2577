package import Links
package import LinkStorage

/// Writes links, inside a transaction.
extension SQLConnection {
  // MARK: - Creating

  /// Creates a link as `ManagedLinks.create` does.
  package func create(
    _ link: ShortLink, _ terms: CreationTerms, _ now: Timestamp
  ) throws(Failure) -> Creation {
    try create(link, terms.idempotencyKey, terms, now)
  }

  private func create(
    _ link: ShortLink, _ key: IdempotencyKey?, _ terms: CreationTerms, _ now: Timestamp
  ) throws(Failure) -> Creation {
    guard let key else { return try createOnce(link, terms, now) }
    // A concurrent second request waits here until the first has created the link.
    guard try take(key, for: link.key, now) else {
      return try recall(key, now) ?? .remembered(nil)
    }
    let creation = try create(link, key.next.first, terms, now)
    switch creation {
    case .created: break
    case .found(let found), .remembered(let found?):
      try keep(found.link.key, under: key)
      return .found(found)
    case .taken, .takenElsewhere, .remembered(nil), .keyReused: try keep(nil, under: key)
    }
    return creation
  }

  // MARK: - Idempotency keys

  /// Takes a key for a new request; false when an earlier one has it.
  func take(
    _ key: IdempotencyKey, for place: LinkKey, _ now: Timestamp
  ) throws(Failure) -> Bool {
    try run(
      "INSERT INTO keiro.idempotency_keys AS k (text, digest, host, slug, created_at) "
        + "VALUES ($1, $2, $3, $4, $5) ON CONFLICT (text) DO UPDATE SET digest = excluded.digest, "
        + "host = excluded.host, slug = excluded.slug, created_at = excluded.created_at "
        + "WHERE k.created_at <= $6",
      [
        .text(key.text), .blob(key.digest), .text(place.host), .text(place.slug), .time(now),
        key.lastForgotten(at: now),
      ]) == 1
  }

  /// Keeps what a request with the key has come to; nil frees the key.
  func keep(_ place: LinkKey?, under key: IdempotencyKey) throws(Failure) {
    guard let place else {
      return try send("DELETE FROM keiro.idempotency_keys WHERE text = $1", [.text(key.text)])
    }
    try send(
      "UPDATE keiro.idempotency_keys SET host = $1, slug = $2 WHERE text = $3",
      [.text(place.host), .text(place.slug), .text(key.text)])
  }

  /// The earlier request with a key, when it came and what it has come to; nil for a new key.
  func earlier(
    _ key: IdempotencyKey, _ now: Timestamp
  ) throws(Failure) -> (digest: [UInt8], place: LinkKey, time: Timestamp)? {
    try first(
      "SELECT digest, host, slug, created_at FROM keiro.idempotency_keys WHERE text = $1 AND created_at > $2",
      [.text(key.text), key.lastForgotten(at: now)]
    ) { ($0.blob(0), LinkKey(host: $0.text(1), slug: $0.text(2)), $0.time(3)) }
  }

  /// The query of `ManagedLinks.creation(by:now:)` on this connection.
  func recall(_ key: IdempotencyKey, _ now: Timestamp) throws(Failure) -> Creation? {
    guard let earlier = try earlier(key, now) else { return nil }
    guard earlier.digest == key.digest else { return .keyReused }
    return .remembered(try link(at: earlier.place))
  }

  private func createOnce(
    _ link: ShortLink, _ terms: CreationTerms, _ now: Timestamp
  ) throws(Failure) -> Creation {
    if terms.findsExisting {
      // Of two that look for the same link at once, the second finds that of the first.
      _ = try lock(.likeness(LinkCodec.likeness(of: link)))
      if let found = try self.link(like: link) { return .found(found) }
    }
    if let taken = try taken(link.key, terms.otherHomes) { return .takenElsewhere(taken) }
    // A link that another transaction is deleting there is waited for, so that its clicks are set aside.
    let other = try first(
      "SELECT id FROM keiro.links WHERE host = $1 AND slug = $2 "
        + Self.dialect.lockingForChange, [.text(link.host), .text(link.slug)]
    ) { $0.int(0) }
    guard other == nil else { return .taken }
    let link = link.made(now)
    return try insert(link).map { .created(StoredLink(id: $0, revision: 1, link: link)) } ?? .taken
  }

  /// Inserts a link.
  ///
  /// - Returns: the identifier of the new row; nil when the host and slug are taken.
  package func insert(_ link: ShortLink) throws(Failure) -> Int? {
    try setAside(link.key)
    let id = try insertRow(link)
    if id != nil, link.maxClicks != nil { try beginLimits(of: [link]) }
    return id
  }

  // MARK: - Locks

  /// The link at a host and slug, which no other transaction changes before the end of this one; nil
  /// when there is none.
  func locked(_ key: LinkKey) throws(Failure) -> StoredLink? {
    try first(
      "\(linkSelection) WHERE host = $1 AND slug = $2 \(Self.dialect.lockingForChange)",
      [.text(key.host), .text(key.slug)], Self.link)
  }

  /// The links at hosts and slugs, which no other transaction changes before the end of this one.
  func locked(_ keys: [LinkKey]) throws(Failure) -> [LinkKey: StoredLink] {
    // In one order everywhere, so that transactions cannot deadlock.
    let links = try rows(
      "SELECT \(Self.dialect.linkColumns) FROM #rows JOIN keiro.links "
        + "ON host = n.key_host AND slug = n.key_slug "
        + "ORDER BY id \(Self.dialect.lockingForChange)",
      over: Set(keys).rows, [], Self.link)
    return Dictionary(links.map { ($0.link.key, $0) }) { first, _ in first }
  }

  /// Keeps other transactions that call this from creating links with the same slugs before the end of
  /// this one. Called before rows are locked, and for links with other homes alone.
  func lockSlugs(of keys: [LinkKey], _ homes: OtherHomes) throws(Failure) {
    let shared = keys.filter { !homes($0).isEmpty }
    if !shared.isEmpty { _ = try lock(.slugs(shared)) }
  }

  /// The first of the keys under which there is a link; nil for none.
  package func firstTaken(of keys: [LinkKey]) throws(Failure) -> LinkKey? {
    guard !keys.isEmpty else { return nil }
    let taken = try rows(
      "SELECT host, slug FROM #rows JOIN keiro.links ON host = n.key_host AND slug = n.key_slug",
      over: keys.rows, []
    ) { LinkKey(host: $0.text(0), slug: $0.text(1)) }
    return keys.first(where: taken.contains)
  }

  /// The link that keeps one from being created under a key; nil also when there is one under the key
  /// itself.
  func taken(_ key: LinkKey, _ others: [LinkKey]) throws(Failure) -> LinkKey? {
    guard !others.isEmpty, let taken = try firstTaken(of: [key] + others), taken != key else {
      return nil
    }
    return taken
  }

  // MARK: - Changing

  package func replace(
    _ old: StoredLink, by link: ShortLink
  ) throws(Failure) -> StoredLink {
    let stored = StoredLink(id: old.id, revision: old.revision + 1, link: link)
    try replaceRow(old, by: stored)
    try resumeLimits(of: [(link, old.link)])
    return stored
  }

  /// Deletes a link with its limit; its clicks stay in every sum.
  func delete(_ old: StoredLink, _ now: Timestamp) throws(Failure) -> ChangedLink {
    let used = try deleteRow(old)
    // The clicks at its key are its own, also where a node of the release before has made it.
    try send(
      "UPDATE keiro.former_links SET slug = '/' || link WHERE host = $1 AND slug = $2",
      [.text(old.link.host), .text(old.link.slug)])
    try send(
      "INSERT INTO keiro.former_links (link, host, slug, details, deleted_at) "
        + "VALUES ($1, $2, $3, $4, $5)",
      [
        .int(old.id), .text(old.link.host), .text(old.link.slug), .text(old.link.groups),
        .time(now),
      ])
    return ChangedLink(
      kind: .deleted, link: old.link, id: old.id, revision: old.revision, time: now, old: old.link,
      reservedClicks: used)
  }

  /// Reverts one change.
  ///
  /// - Returns: the change that this makes; nil when there was nothing to do.
  func revert(
    _ reversal: LinkReversal, _ there: StoredLink?, _ now: Timestamp
  ) throws(Failure) -> ChangedLink? {
    switch (there, reversal.link(at: now)) {
    case (nil, nil): return nil
    case (let there?, nil): return try delete(there, now)
    case (let there?, let link?): return .updated(try replace(there, by: link), there, now)
    case (nil, let link?):
      let former = try reversal.former.flatMap { former throws(Failure) in
        try self.former(former)
      }
      if former?.isGone == true { return nil }
      guard let id = try insert(link) else { return nil }
      if let former { try bringBack(former.link, to: link.key, as: id) }
      if reversal.reservedClicks > 0 { try restoreLimit(reversal.reservedClicks, of: link) }
      return .created(link, id, now)
    }
  }
}

extension SQLConnection {
  /// The link at a host and slug; nil when there is none.
  package func link(at key: LinkKey) throws(Failure) -> StoredLink? {
    try first(Self.dialect.links.byKey, [.text(key.host), .text(key.slug)], Self.link)
  }

  /// The links at those of the keys that have one, in no particular order.
  package func links(at keys: some Collection<LinkKey>) throws(Failure) -> [StoredLink] {
    guard !keys.isEmpty else { return [] }
    return try rows(Self.dialect.links.byKeys, over: keys.rows, [], Self.link)
  }
}

extension Collection<LinkKey> {
  /// The keys as rows with the columns `key_host` and `key_slug`.
  package var rows: SQLRows {
    SQLRows(["key_host": .texts(map(\.host)), "key_slug": .texts(map(\.slug))])
  }
}

extension LinkKey {
  /// The order in which transactions lock keys, which is that of the database.
  package func isBefore(_ other: LinkKey) -> Bool {
    if host != other.host { return host.utf8.lexicographicallyPrecedes(other.host.utf8) }
    return slug.utf8.lexicographicallyPrecedes(other.slug.utf8)
  }
}

/// The sum of a range of links, by which a copy is compared with the original; both databases compute
/// it alike.
package struct LinkSums: Equatable, Sendable {
  package let count: Int
  /// The sum over their identifiers, revisions, times, likenesses and slugs.
  let sum: Int

  /// The number of identifiers in a range.
  package static let rangeSize = 20_000
}

extension SQLReader {
  /// The highest identifier of a link; 0 without links.
  private func lastLinkID() throws(LinkStoreError) -> Int {
    try reading { sql throws(Failure) in try sql.lastLinkID() }
  }

  /// The sums of the ranges that have links, by the number of the range.
  package func sums(of ids: Range<Int>) throws(LinkStoreError) -> [Int: LinkSums] {
    let sums = try rows(
      "SELECT id / \(LinkSums.rangeSize), count(*), CAST(sum((id % 1000003) * 7919 "
        + "+ (CAST(revision AS bigint) % 65521) * 104729 + updated_at % 1000003 "
        + "+ likeness % 1000000007 + length(slug) * 131 "
        + "+ \(SharedConnection.dialect.codePoint)(slug)) AS bigint) "
        + "FROM keiro.links WHERE id >= $1 AND id < $2 GROUP BY 1",
      [.int(ids.lowerBound), .int(ids.upperBound)]
    ) { ($0.int(0), LinkSums(count: $0.int(1), sum: $0.int(2))) }
    return Dictionary(sums) { first, _ in first }
  }

  /// Compares the links with those of another store, by the sums of ranges of identifiers.
  ///
  /// - Parameters:
  ///   - differ: receives each range in which they differ; throws to end the comparison.
  ///   - progress: receives the last compared identifier, the last one of all, and the sums of this store
  ///     since the preceding call.
  package func compareLinks(
    with other: some SQLReader, differ: (Range<Int>) throws(LinkStoreError) -> Void,
    progress: (_ done: Int, _ last: Int, _ sums: [LinkSums]) -> Void
  ) throws(LinkStoreError) {
    let last = max(try lastLinkID(), try other.lastLinkID())
    let size = LinkSums.rangeSize
    for first in stride(from: 0, through: last, by: size * 50) {
      let ids = first..<first + size * 50
      let (own, others) = (try sums(of: ids), try other.sums(of: ids))
      for range in Set(own.keys).union(others.keys).sorted() where own[range] != others[range] {
        try differ(range * size..<(range + 1) * size)
      }
      progress(min(ids.upperBound, last), last, Array(own.values))
    }
  }
}

extension SQLConnection {
  /// The highest identifier of a link; 0 without links.
  func lastLinkID() throws(Failure) -> Int {
    try first("SELECT coalesce(max(id), 0) FROM keiro.links", []) { $0.int(0) } ?? 0
  }
}

extension IdempotencyKey {
  /// The latest time of a request whose key stands for a new one by now.
  fileprivate func lastForgotten(at now: Timestamp) -> SQLValue {
    .int(seconds.map { now.secondsSinceEpoch - $0 } ?? Int.min)
  }
}
