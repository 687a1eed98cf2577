package import LinkStorage
import Links

extension SQLConnection {
  /// Writes the histories of links, inside the transaction of their change.
  ///
  /// - Parameter limit: the maximum number of versions kept of a link.
  package func enter(
    _ changes: [ChangedLink], of change: ChangeNumber, keeping limit: Int
  ) throws(Failure) {
    let changes = merged(changes)
    let events = changes.map(\.event)
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
        "link": .ints(changes.map(\.id)), "host": .texts(events.map(\.key.host)),
        "slug": .texts(events.map(\.key.slug)),
        "earlier": .ints(events.map { $0.kind.versionsBefore($0.revision) }),
        "kind": .ints(events.map(\.kind.number)), "revision": .ints(events.map(\.revision)),
        "before": .texts(changes.map(\.before)),
      ]), values)
    // Fewer changes than the number of versions kept leave nothing to delete.
    let long = changes.filter { $0.event.revision > limit }.map(\.id)
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
    var event = later.event
    if self.event.kind == .created, event.kind == .updated { event.kind = .created }
    return ChangedLink(event, later.link, id: id, old: old)
  }
}
