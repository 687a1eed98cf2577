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

  /// - Throws: a failure worth repeating when one has changed meanwhile.
  package func lock(_ links: [StoredLink]) throws(PostgresFailure) {
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
  package func insertRows(
    _ links: [StoredLink], _ rule: ApplyingRule
  ) throws(PostgresFailure) -> [Int] {
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
