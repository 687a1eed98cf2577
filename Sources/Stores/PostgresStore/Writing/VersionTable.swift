import LinkStorage
import Links
import SQLStorage

/// Writes the histories of links, inside the transaction of their change.
struct VersionTable {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  /// - Parameter limit: the maximum number of versions kept of a link.
  func enter(
    _ changes: [ChangedLink], of change: ChangeNumber, keeping limit: Int
  ) throws(PostgresFailure) {
    let changes = Self.merged(changes)
    let events = changes.map(\.event)
    var values: [PostgresValue] = [
      .ints(changes.map(\.id)), .texts(events.map(\.key.host)), .texts(events.map(\.key.slug)),
      .ints(events.map { $0.kind.versionsBefore($0.revision) }), .ints(events.map(\.kind.number)),
      .ints(events.map(\.revision)), .optionalTexts(changes.map(\.before)),
    ]
    var number = SharedStatements.dialect.lastChange
    if case .given(let given) = change {
      number = "$8"
      values.append(.int(given))
    }
    // A link that was just created has no versions of its own yet.
    try connection.queue(
      "INSERT INTO keiro.link_versions (link, number, change, kind, revision, before, host, slug) "
        + "SELECT n.link, 1 + coalesce(CASE WHEN n.kind > 0 THEN (SELECT max(v.number) "
        + "FROM keiro.link_versions v WHERE v.link = n.link) END, (SELECT max(v.number) "
        + "FROM keiro.link_versions v WHERE v.host = n.host AND v.slug = n.slug), n.earlier), "
        + "\(number), n.kind, n.revision, n.before, CASE WHEN n.kind = 2 THEN n.host END, "
        + "CASE WHEN n.kind = 2 THEN n.slug END FROM unnest($1, $2, $3, $4, $5, $6, $7) "
        + "AS n (link, host, slug, earlier, kind, revision, before)", values)
    // Fewer changes than the number of versions kept leave nothing to delete.
    let long = changes.filter { $0.event.revision > limit }.map(\.id)
    guard !long.isEmpty else { return }
    try connection.queue(
      "DELETE FROM keiro.link_versions v USING unnest($1) AS n (link) WHERE v.link = n.link "
        + "AND v.number <= (SELECT max(m.number) FROM keiro.link_versions m "
        + "WHERE m.link = n.link) - $2", [.ints(long), .int(limit)])
  }

  /// One version of each link, even if a batch changed it several times.
  private static func merged(_ changes: [ChangedLink]) -> [ChangedLink] {
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
}

extension ChangedLink {
  /// Two successive changes of a link as one.
  fileprivate func followed(by later: ChangedLink) -> ChangedLink {
    var event = later.event
    if self.event.kind == .created, event.kind == .updated { event.kind = .created }
    return ChangedLink(event, later.link, id: id, old: old)
  }
}
