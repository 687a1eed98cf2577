package import LinkStorage
package import Links
package import SQLStorage
import WebSyntax

/// The rows of links. Many of them are read and locked with one statement each, and new ones are copied:
/// over a network a statement for each link would take most of the time of an import.
extension PostgresConnection {
  package static func addedValues(
    _ link: ShortLink, _ stored: [StoredValue], revision: Int
  ) -> [SQLValue] {
    [.int(LinkCodec.likeness(of: link, stored)), .texts(link.tags.isEmpty ? nil : link.tags)]
  }

  package func insertRow(_ link: ShortLink) throws(PostgresFailure) -> Int? {
    try first(Self.insertion, Self.values(link, revision: 1)) { $0.int(0) }
  }

  private static let insertion = dialect.links.insertion + " RETURNING id"

  package func replaceRow(_ old: StoredLink, by new: StoredLink) throws(PostgresFailure) {
    try replaceLink(new)
  }

  package func deleteRow(_ link: StoredLink) throws(PostgresFailure) -> Int {
    let life = LinkLife(link.link)
    // The row is read as it is removed: clicks that are given back meanwhile are in it, or return to
    // the history.
    let used = try first(
      "WITH gone AS (DELETE FROM keiro.limits WHERE host = $1 AND slug = $2 "
        + "RETURNING created_at, reserved) "
        + "SELECT coalesce((SELECT total FROM keiro.counted JOIN keiro.totals ON scope = id "
        + "WHERE host = $1 AND slug = $2), 0), "
        + "coalesce((SELECT max(reserved) FROM gone WHERE created_at = $3), 0)",
      [.text(life.key.host), .text(life.key.slug), .int(life.number)]
    ) { max($0.int(0), $0.int(1)) }
    try send("DELETE FROM keiro.links WHERE id = $1", [.int(link.id)])
    return used ?? 0
  }

  // MARK: - Locks

  /// The number of locks of each kind: a batch with thousands of slugs takes each of them once.
  private static let locksOfKind = 256

  /// Waits until no other transaction has the locks of the values. They are taken in ascending order, so
  /// that two transactions do not wait for each other.
  func lock(_ kind: Int, of values: [Int]) throws(PostgresFailure) {
    let numbers = Set(values.map { $0 & (Self.locksOfKind - 1) }).sorted()
    try send(
      "SELECT pg_advisory_xact_lock(\(kind), number::int) FROM unnest($1) AS l (number)",
      [.ints(numbers)])
  }

  // MARK: - Batches

  package func apply(
    _ links: [ShortLink], _ rule: ApplyingRule, _ homes: OtherHomes, _ now: Timestamp
  ) throws(PostgresFailure) -> (changes: [AppliedChange], changed: [ChangedLink]) {
    let keys = Set(links.flatMap { [$0.key] + homes($0.key) }).sorted { $0.isBefore($1) }
    let existing = Dictionary(try self.links(at: keys).map { ($0.link.key, $0) }) { $1 }
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
        guard let old else { continue }
        let stored = StoredLink(id: old.id, revision: old.revision + 1, link: link)
        changed[key] = stored
        entries.append(.updated(stored, old, now))
      case .unchanged, .keep: break
      }
    }
    let known = changed.values.filter { $0.id != 0 }.sorted { $0.id < $1.id }
    let replaced = known.compactMap { new in existing[new.link.key].map { (new: new, old: $0) } }
    try lock(replaced.map(\.old))
    let made = new.compactMap { changed[$0] }
    let ids = [LinkKey: Int](zip(new, try insert(made))) { first, _ in first }
    for index in entries.indices where entries[index].id == 0 {
      entries[index].id = ids[entries[index].link.key] ?? 0
    }
    for (new, old) in replaced { try replaceRow(old, by: new) }
    try beginLimits(of: made.map(\.link))
    try resumeLimits(of: replaced.map { ($0.new.link, $0.old.link) })
    return (changes, entries)
  }

  /// - Throws: a failure worth repeating when one has changed meanwhile.
  private func lock(_ links: [StoredLink]) throws(PostgresFailure) {
    guard !links.isEmpty else { return }
    let revisions = try rows(
      "SELECT revision FROM keiro.links WHERE id = ANY ($1) ORDER BY id FOR UPDATE",
      [.ints(links.map(\.id))]
    ) { $0.int(0) }
    guard revisions == links.map(\.revision) else { throw Self.overtaken }
  }

  private static var overtaken: PostgresFailure {
    PostgresFailure(
      LinkStoreError(.locked, "another transaction changes the same links", operation: "apply"),
      state: "40001")
  }

  /// - Throws: a failure worth repeating when another transaction has taken a host and slug.
  private func insert(_ links: [StoredLink]) throws(PostgresFailure) -> [Int] {
    guard !links.isEmpty else { return [] }
    for key in try formerKeys(among: links.map(\.link.key)) { try setAside(key) }
    let ids = try rows(
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
      try copy(into: LinkRow.copied, rows)
    } catch {
      throw error.isViolatedConstraint ? Self.overtaken : error
    }
    return ids
  }
}
