package import LinkStorage
package import Links

/// Deleted links on their way from one store to another.
extension SQLStore where Self: CountTransfer {
  package func formerLinks(
    after link: Int?, limit: Int
  ) throws(LinkStoreError) -> [FormerLink] {
    try reading { sql throws(Failure) in
      try sql.rows(
        "SELECT \(versionColumns), \(changeColumns), v.slug, f.link, f.host, f.slug, f.details, "
          + "f.deleted_at, f.emptied_at FROM keiro.former_links AS f "
          + "LEFT JOIN keiro.link_versions AS v ON v.link = f.link AND v.kind = 2 "
          + "LEFT JOIN keiro.link_changes AS c ON c.number = v.change "
          + "WHERE f.link > $1 AND f.successor IS NULL ORDER BY f.link LIMIT $2",
        [.int(link ?? .min), .int(max(limit, 1))], formerLink)
    }
  }

  package func takeFormer(
    _ links: [FormerLink], of source: String, now: Timestamp,
    completion: @escaping StoreCompletion<[LinkKey]>
  ) {
    writing(completion) { sql throws(Failure) in
      var lowest = try sql.lowestLink()
      var keys: [LinkKey] = []
      for link in links {
        let origin = "\(source)/\(link.number)"
        let known = try sql.first(
          "SELECT slug FROM keiro.former_links WHERE origin = $1", [.text(origin)]
        ) { $0.text(0) }
        if known == nil {
          lowest -= 1
          try sql.take(link, as: lowest, origin, now)
        }
        keys.append(LinkKey(host: link.key.host, slug: known ?? "/\(lowest)"))
      }
      return keys
    }
  }
}

private func formerLink(_ row: some SQLRow) throws(LinkStoreError) -> FormerLink {
  let change = try linksChange(row, from: versionWidth)
  let first = versionWidth + changeWidth
  let kept = try change.map { _ throws(LinkStoreError) in try keptVersion(row) }
  return FormerLink(
    number: row.int(first + 1), key: LinkKey(host: row.text(first + 2), slug: row.text(first + 3)),
    groups: row.optionalText(first + 4), deletedAt: row.time(first + 5),
    emptiedAt: row.optionalTime(first + 6),
    deletion: change.flatMap { change in
      kept.map { ($0, row.optionalText(first) ?? "", change.actor) }
    })
}

extension SQLConnection {
  /// The lowest identifier of a link: copied ones count downwards, so that they meet no link of this
  /// store.
  fileprivate func lowestLink() throws(Failure) -> Int {
    let lowest = try first(
      "SELECT min(link) FROM (SELECT min(link) AS link FROM keiro.former_links UNION ALL "
        + "SELECT min(link) FROM keiro.link_versions) AS lowest", []
    ) { $0.optionalInt(0) }
    return min((lowest ?? nil) ?? 0, 0)
  }

  fileprivate func take(
    _ link: FormerLink, as number: Int, _ origin: String, _ now: Timestamp
  ) throws(Failure) {
    try send(
      "INSERT INTO keiro.former_links (link, host, slug, details, deleted_at, emptied_at, origin) "
        + "VALUES ($1, $2, $3, $4, $5, $6, $7)",
      [
        .int(number), .text(link.key.host), .text("/\(number)"), .text(link.groups),
        .time(link.deletedAt), .time(link.emptiedAt), .text(origin),
      ])
    guard let deletion = link.deletion else { return }
    // At this time, since changes are numbered in the order of their times.
    var actor = deletion.actor
    actor.change = nil
    _ = try beginChange(by: actor, at: now)
    let place: [SQLValue] = [.text(link.key.host), .text(deletion.slug)]
    let last = try first(
      "SELECT max(number) FROM keiro.link_versions WHERE host = $1 AND slug = $2", place
    ) { $0.optionalInt(0) }
    try send(
      "INSERT INTO keiro.link_versions (link, number, change, kind, revision, before, host, slug) "
        + "VALUES ($1, $2, \(Self.dialect.lastChange), 2, $3, $4, $5, $6)",
      [
        .int(number), .int(max(deletion.kept.number, ((last ?? nil) ?? 0).addingClamped(1))),
        .int(deletion.kept.revision), .text(deletion.kept.before),
      ] + place)
  }
}
