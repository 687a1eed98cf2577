package import LinkStorage
package import Links
import SQLStorage
import WebSyntax

/// Writes links, inside a transaction.
package struct LinkTable: LinkWriting {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  package func create(
    _ link: ShortLink, _ terms: CreationTerms, _ now: Timestamp
  ) throws(PostgresFailure) -> Creation {
    guard let key = terms.idempotencyKey else { return try createOnce(link, terms, now) }
    // Takes the key first: a concurrent second request waits here until the first has created the link.
    let isNew = try connection.run(
      "INSERT INTO keiro.idempotency_keys (text, digest, host, slug, created_at) "
        + "VALUES ($1, $2, $3, $4, $5) ON CONFLICT (text) DO NOTHING",
      [
        .text(key.text), .bytes(key.digest), .text(link.host), .text(link.slug), .time(now),
      ])
    guard isNew == 1 else { return try recall(key) }
    let creation = try createOnce(link, terms, now)
    switch creation {
    case .created, .remembered, .keyReused: break
    case .found(let found):
      try connection.queue(
        "UPDATE keiro.idempotency_keys SET host = $2, slug = $3 WHERE text = $1",
        [.text(key.text), .text(found.link.host), .text(found.link.slug)])
    case .taken, .takenElsewhere:
      try connection.queue("DELETE FROM keiro.idempotency_keys WHERE text = $1", [.text(key.text)])
    }
    return creation
  }

  private func createOnce(
    _ link: ShortLink, _ terms: CreationTerms, _ now: Timestamp
  ) throws(PostgresFailure) -> Creation {
    if terms.findsExisting {
      // Of two that look for the same link at once, the second finds that of the first.
      try lock(.likeness, [LinkCodec.likeness(of: link)])
      if let found = try SharedStatements(connection).link(like: link) { return .found(found) }
    }
    if let taken = try taken(link.key, terms.otherHomes) { return .takenElsewhere(taken) }
    let link = link.made(now)
    return try insertRow(link).map { .created(StoredLink(id: $0, revision: 1, link: link)) }
      ?? .taken
  }

  private func recall(_ key: IdempotencyKey) throws(PostgresFailure) -> Creation {
    let earlier = try connection.first(
      "SELECT digest, host, slug FROM keiro.idempotency_keys WHERE text = $1", [.text(key.text)]
    ) { row in
      (digest: row.blob(0), key: LinkKey(host: row.text(1), slug: row.text(2)))
    }
    guard let earlier else { return .remembered(nil) }
    guard earlier.digest == key.digest else { return .keyReused }
    return .remembered(try LinkQueries.link(at: earlier.key, in: connection))
  }

  package func locked(_ key: LinkKey) throws(PostgresFailure) -> StoredLink? {
    try LinkQueries.link(at: key, in: connection, locks: true)
  }

  package func locked(_ keys: [LinkKey]) throws(PostgresFailure) -> [LinkKey: StoredLink] {
    let existing = try links(at: keys)
    try lock(existing.values.sorted { $0.id < $1.id })
    return existing
  }

  private func links(at keys: [LinkKey]) throws(PostgresFailure) -> [LinkKey: StoredLink] {
    var existing: [LinkKey: StoredLink] = [:]
    for stored in try LinkQueries.links(at: keys, in: connection) {
      existing[stored.link.key] = stored
    }
    return existing
  }

  // MARK: - Locks

  /// What transactions lock that has no row yet.
  private enum Lock: Int {
    case slug = 0x4B45_0001
    case likeness = 0x4B45_0002

    /// The number of locks of each kind: a batch with thousands of slugs takes each of them once.
    static let count = 256
  }

  /// Waits until no other transaction has the locks of the values. They are taken in ascending order, so
  /// that two transactions do not wait for each other.
  private func lock(_ kind: Lock, _ values: [Int]) throws(PostgresFailure) {
    let numbers = Set(values.map { $0 & (Lock.count - 1) }).sorted()
    guard !numbers.isEmpty else { return }
    try connection.queue(
      "SELECT pg_advisory_xact_lock(\(kind.rawValue), number::int) FROM unnest($1) AS l (number)",
      [.ints(numbers)])
  }

  package func lockSlugs(of keys: [LinkKey]) throws(PostgresFailure) {
    try lock(.slug, keys.map { FNV1a($0.slug.utf8).value })
  }

  package func firstTaken(of keys: [LinkKey]) throws(PostgresFailure) -> LinkKey? {
    let taken = try connection.rows(
      "SELECT l.host, l.slug FROM unnest($1, $2) AS k (host, slug) "
        + "JOIN keiro.links l ON l.host = k.host AND l.slug = k.slug",
      [.texts(keys.map(\.host)), .texts(keys.map(\.slug))]
    ) { LinkKey(host: $0.text(0), slug: $0.text(1)) }
    return keys.first(where: taken.contains)
  }

  // MARK: - Rows

  package func insertRow(_ link: ShortLink) throws(PostgresFailure) -> Int? {
    let id = try connection.first(LinkRow.insertion, LinkRow.values(link)) { $0.int(0) }
    if id != nil { try LimitTable(connection).begin([link]) }
    return id
  }

  package func replace(
    _ old: StoredLink, by link: ShortLink
  ) throws(PostgresFailure) -> StoredLink {
    let stored = StoredLink(id: old.id, revision: old.revision + 1, link: link)
    try connection.queue(
      LinkRow.replacement, LinkRow.values(link) + [.int(stored.revision), .int(old.id)])
    try LimitTable(connection).resume([(link, old.link)])
    return stored
  }

  package func delete(
    _ old: StoredLink, _ now: Timestamp
  ) throws(PostgresFailure) -> ChangedLink {
    let key = old.link.key
    let (host, slug) = (PostgresValue.text(key.host), PostgresValue.text(key.slug))
    // The row is read as it is removed: clicks that are given back meanwhile are in it, or return to
    // the history.
    let used = try connection.first(
      "WITH gone AS (DELETE FROM keiro.limits WHERE host = $1 AND slug = $2 "
        + "RETURNING created_at, reserved) "
        + "SELECT coalesce((SELECT total FROM keiro.counted JOIN keiro.totals ON scope = id "
        + "WHERE host = $1 AND slug = $2), 0), "
        + "coalesce((SELECT max(reserved) FROM gone WHERE created_at = $3), 0)",
      [host, slug, .int(old.link.createdAt?.secondsSinceEpoch ?? 0)]
    ) { (clicks: $0.int(0), reserved: $0.int(1)) }
    try connection.queue("DELETE FROM keiro.links WHERE id = $1", [.int(old.id)])
    var changed = ChangedLink(
      LinkEvent(.deleted, key, revision: old.revision, time: now), old.link, id: old.id,
      old: old.link.carrying(clicks: used?.clicks ?? 0))
    changed.reservedClicks = max(used?.reserved ?? 0, used?.clicks ?? 0)
    return changed
  }

  // MARK: - Batches

  /// Adds the identifiers to the changes of links that had none yet.
  private static func number(_ changes: inout [ChangedLink], _ keys: [LinkKey], _ ids: [Int]) {
    guard !keys.isEmpty else { return }
    let numbers = [LinkKey: Int](zip(keys, ids)) { first, _ in first }
    for index in changes.indices where changes[index].id == 0 {
      changes[index].id = numbers[changes[index].event.key] ?? 0
    }
  }

  package func apply(
    _ links: [ShortLink], _ rule: ApplyingRule, _ homes: OtherHomes, _ now: Timestamp
  ) throws(PostgresFailure) -> (changes: [AppliedChange], changed: [ChangedLink]) {
    let existing = try self.links(at: links.flatMap { [$0.key] + homes($0.key) })
    var changes: [AppliedChange] = []
    changes.reserveCapacity(links.count)
    var entries: [ChangedLink] = []
    // The link at each key as it will be, since later links of the batch may replace earlier ones. A
    // new link has no identifier yet.
    var changed: [LinkKey: StoredLink] = [:]
    var new: [LinkKey] = []
    for link in links {
      let key = link.key
      let old = changed[key] ?? existing[key]
      let change = LinkChange(existing: old?.link, incoming: link, now: now, rule)
      if case .create = change,
        let taken = homes(key).first(where: { changed[$0] != nil || existing[$0] != nil })
      {
        changes.append(.takenElsewhere(taken))
        continue
      }
      changes.append(change.applied)
      switch change {
      case .create(let link):
        new.append(key)
        changed[key] = StoredLink(id: 0, revision: 1, link: link)
        entries.append(.created(link, 0, now))
      case .update(let link):
        let revision = (old?.revision ?? 0) + 1
        changed[key] = StoredLink(id: old?.id ?? 0, revision: revision, link: link)
        entries.append(
          ChangedLink(
            LinkEvent(.updated, key, revision: revision, time: now), link, id: old?.id ?? 0,
            old: old?.link))
      case .unchanged, .keep: break
      }
    }
    let known = changed.values.filter { $0.id != 0 }.sorted { $0.id < $1.id }
    try lock(known.compactMap { existing[$0.link.key] })
    let made = new.compactMap { changed[$0] }
    let ids = try insert(made)
    Self.number(&entries, new, ids)
    for stored in known {
      try connection.queue(
        LinkRow.replacement,
        LinkRow.values(stored.link) + [.int(stored.revision), .int(stored.id)])
    }
    let limits = LimitTable(connection)
    try limits.begin(made.map(\.link))
    try limits.resume(
      known.compactMap { stored in
        existing[stored.link.key].map { (stored.link, $0.link) }
      })
    return (changes, entries)
  }

  package func restore(
    _ reservedClicks: Int, of link: ShortLink
  ) throws(PostgresFailure) {
    try connection.queue(
      "INSERT INTO keiro.limits (host, slug, created_at, reserved) VALUES ($1, $2, $3, $4) "
        + "ON CONFLICT (host, slug, created_at) DO UPDATE SET reserved = excluded.reserved",
      [
        .text(link.host), .text(link.slug), .int(link.createdAt?.secondsSinceEpoch ?? 0),
        .int(reservedClicks),
      ])
  }

  /// Locks links that were read without a lock.
  ///
  /// - Throws: a failure worth repeating when one has changed meanwhile.
  private func lock(_ links: [StoredLink]) throws(PostgresFailure) {
    guard !links.isEmpty else { return }
    let revisions = try connection.rows(
      "SELECT revision FROM keiro.links WHERE id = ANY ($1) ORDER BY id FOR UPDATE",
      [.ints(links.map(\.id))]
    ) { $0.int(0) }
    guard revisions == links.map(\.revision) else { throw Self.overtaken }
  }

  private static var overtaken: PostgresFailure {
    PostgresFailure(
      LinkStoreError(
        kind: .locked, code: 0, message: "another transaction changes the same links",
        operation: "apply"),
      state: "40001")
  }

  /// - Throws: a failure worth repeating when another transaction has taken a host and slug.
  private func insert(_ links: [StoredLink]) throws(PostgresFailure) -> [Int] {
    guard !links.isEmpty else { return [] }
    let ids = try connection.rows(
      // The sequence is looked up once rather than for each row.
      "SELECT nextval(s.name) FROM (SELECT pg_get_serial_sequence('keiro.links', 'id')::regclass "
        + "AS name OFFSET 0) AS s, generate_series(1, $1)",
      [.int(links.count)]
    ) { $0.int(0) }
    var rows: [UInt8] = []
    rows.reserveCapacity(links.count * 300)
    for (id, stored) in zip(ids, links) {
      LinkRow.append(stored.link, id: id, revision: stored.revision, to: &rows)
    }
    do throws(PostgresFailure) {
      try connection.copy(into: LinkRow.copied, rows)
    } catch {
      throw error.isViolatedConstraint ? Self.overtaken : error
    }
    return ids
  }
}
