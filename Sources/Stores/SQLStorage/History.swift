package import LinkStorage
package import Links

extension SQLStore where Self: HistoryKeeping {
  package func versions(of key: LinkKey) throws(LinkStoreError) -> [LinkVersion] {
    let (rows, current) = try reading { sql throws(Failure) in try sql.history(of: key) }
    return try LinkVersion.versions(rows, from: current, at: key)
  }

  package func change(_ number: Int) throws(LinkStoreError) -> LinksChange? {
    try first(
      "SELECT \(changeColumns) FROM keiro.link_changes AS c WHERE number = $1", [.int(number)]
    ) { linksChange($0, from: 0) } ?? nil
  }

  package func links(
    of change: Int, after link: Int, limit: Int
  ) throws(LinkStoreError) -> [TouchedLink] {
    let touched = try reading { sql throws(Failure) in
      try sql.touchedRows(of: change, after: link, limit: max(limit, 1))
    }
    return try touched.map { rows throws(LinkStoreError) in
      try TouchedLink(
        rows.kept, at: rows.key, current: rows.current, isLeft: rows.isLeft,
        isReplaced: rows.isReplaced, newest: rows.newest)
    }
  }

  package func deletedLinks(_ query: DeletedQuery) throws(LinkStoreError) -> DeletedPage {
    let limit = min(max(query.limit, 1), KeptVersion.mostOnPage)
    let end = try reading { sql throws(Failure) in try sql.deletedEnd(query) }
    var (portion, read, found) = (query, 0, [DeletedLink]())
    portion.limit = limit + 1
    // Most of a deleted link is a text that the database only searches for words, so the filter reads
    // it here. Rows are read in growing portions: a filter that takes every row reads no more than it
    // needs.
    while true {
      let rows = try reading { [portion] sql throws(Failure) in
        try sql.deletedLinks(portion, upTo: end)
      }
      for row in rows {
        guard let link = try row.deletedLink(), query.filter.takes(link.link) else { continue }
        guard found.count < limit else {
          return DeletedPage(links: found, next: found.last?.cursor)
        }
        found.append(link)
      }
      guard rows.count == portion.limit, let last = rows.last else {
        return DeletedPage(links: found, next: end, isCut: end != nil)
      }
      read += rows.count
      if query.filter.searchedLinks != nil, read >= KeptVersion.mostOnPage {
        return DeletedPage(links: found, next: last.cursor, isCut: true)
      }
      portion.cursor = last.cursor
      portion.limit = min(portion.limit * 2, KeptVersion.mostOnPage)
    }
  }

  package func beginChange(
    undoing change: Int?, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<Int>
  ) {
    writing(completion) { sql throws(Failure) in
      try sql.first(
        "\(changeInsertion) RETURNING number", changeValues(actor, now, undoing: change)
      ) { $0.int(0) } ?? 0
    }
  }
}

/// The change that writes belong to, within their transaction.
package enum ChangeNumber: Sendable {
  case given(Int)
  /// The change that this transaction began last.
  case last
}

extension SQLConnection {
  /// Returns clicks that were reserved for a link to its deletion, as long as no link is at its key.
  package func giveBack(
    _ count: Int, toHistoryOf link: Int, at key: LinkKey
  ) throws(Failure) {
    // Another process may return clicks of its own in between.
    while true {
      let last = try first(
        "SELECT number, before FROM keiro.link_versions AS v WHERE host = $1 AND slug = $2 "
          + "AND link = $3 AND before IS NOT NULL AND NOT EXISTS "
          + "(SELECT 1 FROM keiro.links AS l WHERE l.host = v.host AND l.slug = v.slug) "
          + "ORDER BY number DESC LIMIT 1",
        [.text(key.host), .text(key.slug), .int(link)]
      ) { (number: $0.int(0), before: $0.text(1)) }
      guard let last else { return }
      let text = LinkDifference.text(last.before, returning: count)
      let changed = try run(
        "UPDATE keiro.link_versions SET before = $1 WHERE link = $2 AND number = $3 "
          + "AND before = $4",
        [.text(text), .int(link), .int(last.number), .text(last.before)])
      if changed > 0 { return }
    }
  }

  /// Begins a change, unless the author is already within one.
  package func beginChange(
    by actor: AuditActor, at time: Timestamp
  ) throws(Failure) -> ChangeNumber {
    if let number = actor.change { return .given(number) }
    try send(changeInsertion, changeValues(actor, time, undoing: nil))
    return .last
  }

  /// The rows for a host and slug, and the state from which they are read backwards.
  fileprivate func history(
    of key: LinkKey
  ) throws(Failure) -> (rows: [KeptVersion], current: StoredLink?) {
    var current = try link(at: key)
    while true {
      let rows = try versionRows(of: key, current?.id)
      // A change between the two reads would pair the rows with the wrong state.
      let again = try link(at: key)
      if again == current { return (rows, current) }
      current = again
    }
  }

  /// All rows for a host and slug, newest first, including those of deleted links.
  private func versionRows(of key: LinkKey, _ id: Int?) throws(Failure) -> [KeptVersion] {
    try versionRows(
      "WHERE v.link IN (SELECT $1 UNION ALL "
        + "SELECT link FROM keiro.link_versions WHERE host = $2 AND slug = $3) "
        + "ORDER BY v.number DESC LIMIT $4",
      [.int(id ?? 0), .text(key.host), .text(key.slug), .int(HistoryBounds.versions)])
  }

  private func versionRows(
    _ choice: String, _ values: [SQLValue]
  ) throws(Failure) -> [KeptVersion] {
    try rows(
      "SELECT \(versionColumns) FROM keiro.link_versions AS v "
        + "LEFT JOIN keiro.link_changes AS c ON c.number = v.change \(choice)", values, keptVersion)
  }

  /// The deletions of a query, regardless of its filter.
  ///
  /// - Parameter end: the last of them; nil for all.
  private func deletions(_ query: DeletedQuery, upTo end: DeletedCursor? = nil) -> SQLConditions {
    var conditions = SQLConditions(Self.dialect)
    conditions.add("v.host IS NOT NULL", [])
    // Of two lower bounds an index would use the first.
    if let end {
      conditions.add("(v.change, v.link) >= (#, #)", [.int(end.change), .int(end.link)])
    } else {
      conditions.add(
        "v.change >= coalesce((SELECT number FROM keiro.link_changes "
          + "WHERE changed_at >= # ORDER BY changed_at, number LIMIT 1), #)",
        [.time(query.since), .int(.max)])
    }
    conditions.add(
      "(v.change, v.link) < (#, #)", [.int(query.cursor.change), .int(query.cursor.link)])
    return conditions
  }

  /// The last deletion that a page looks at; nil when it may look at all that are left.
  fileprivate func deletedEnd(_ query: DeletedQuery) throws(Failure) -> DeletedCursor? {
    guard let most = query.filter.searchedLinks else { return nil }
    var conditions = deletions(query)
    let skipped = conditions.placed("LIMIT 1 OFFSET #", [.int(max(most, 1) - 1)])
    return try first(
      "SELECT v.change, v.link FROM keiro.link_versions AS v \(conditions.text) "
        + "ORDER BY v.change DESC, v.link DESC \(skipped)", conditions.values
    ) { DeletedCursor(change: $0.int(0), link: $0.int(1)) }
  }

  /// The last deletion under each key without a link, of links with the words of the filter.
  fileprivate func deletedLinks(
    _ query: DeletedQuery, upTo end: DeletedCursor?
  ) throws(Failure) -> [KeptVersion] {
    var conditions = deletions(query, upTo: end)
    conditions.add("c.number IS NOT NULL", [])
    if let host = query.filter.host { conditions.add("host = #", [.text(host)]) }
    conditions.add(query.filter.reach)
    let (inSlug, inText) = (Self.dialect.contains("slug"), Self.dialect.contains("v.before"))
    conditions.add(wordsOf: query.filter) { form in
      [(inSlug, form), (inText, String(LinkDifference.quoted(form).dropFirst().dropLast()))]
    }
    // Tags have spellings that the text is not searched for.
    let tag = query.filter.tag.flatMap { TagName.spellings(of: $0).count == 1 ? $0 : nil }
    for name in [tag, query.filter.campaign, query.filter.owner].compactMap(\.self) {
      conditions.add(inText, [.text(LinkDifference.quoted(name))])
    }
    conditions.add(
      "NOT EXISTS (SELECT 1 FROM keiro.links AS l WHERE l.host = v.host AND l.slug = v.slug) "
        + "AND NOT EXISTS (SELECT 1 FROM keiro.link_versions AS n "
        + "WHERE n.host = v.host AND n.slug = v.slug AND n.number > v.number)", [])
    let bound = conditions.placed("LIMIT #", [.int(query.limit)])
    return try versionRows(
      "\(conditions.text) ORDER BY v.change DESC, v.link DESC \(bound)", conditions.values)
  }

  // MARK: - What a change touched

  fileprivate func touchedRows(
    of change: Int, after link: Int, limit: Int
  ) throws(Failure) -> [TouchedRows] {
    var rows = try versionRows(
      "WHERE change = $1 AND link > $2 ORDER BY link, v.number LIMIT $3",
      [.int(change), .int(link), .int(limit)])
    // A link whose rows may continue after the end belongs to the next page.
    if rows.count == limit, let last = rows.last?.link, last != rows.first?.link {
      rows.removeAll { $0.link == last }
    }
    guard let highest = rows.last?.link else { return [] }
    let range: [SQLValue] = [.int(change), .int(link), .int(highest)]
    let touched = "FROM keiro.link_versions WHERE change = $1 AND link > $2 AND link <= $3"
    var byID: [Int: StoredLink] = [:]
    for stored in try links(where: "id IN (SELECT link \(touched))", range) {
      byID[stored.id] = stored
    }
    var byKey: [LinkKey: StoredLink] = [:]
    let keys = "SELECT host, slug \(touched) AND host IS NOT NULL"
    for stored in try links(where: "(host, slug) IN (\(keys))", range) {
      byKey[stored.link.key] = stored
    }
    // Links that came back are not as the change left them, not even once they are deleted again.
    let back = "SELECT link FROM keiro.former_links WHERE successor IS NOT NULL AND link IN "
    let returned = try Set(self.rows("\(back)(SELECT link \(touched))", range) { $0.int(0) })
    var result: [TouchedRows] = []
    var group = rows[...]
    while let id = group.first?.link {
      let own = group.prefix { $0.link == id }
      group = group.dropFirst(own.count)
      guard let newest = own.last else { continue }
      var known = newest.key ?? byID[id]?.link.key
      if known == nil {
        known = try first(
          "SELECT host, slug FROM keiro.link_versions WHERE link = $1 AND host IS NOT NULL",
          [.int(id)]
        ) { LinkKey(host: $0.text(0), slug: $0.text(1)) }
      }
      guard let key = known else { continue }
      var current = newest.kind == .deleted ? byKey[key] : byID[id]
      let isLeft = newest.leads(to: current) && !returned.contains(id)
      var (isReplaced, newestThere) = (false, nil as LinksChange?)
      if !isLeft {
        if current == nil { current = try self.link(at: key) }
        if let there = current?.id, there != id { isReplaced = try lastLife(of: id) != there }
        newestThere = try versionRows(of: key, current?.id).first?.change
      }
      result.append((key, own.reversed(), current, isLeft, isReplaced, newestThere))
    }
    return result
  }
}

extension KeptVersion {
  /// The largest number of deleted links on a page.
  fileprivate static let mostOnPage = 1000

  /// The position behind a deletion.
  fileprivate var cursor: DeletedCursor { DeletedCursor(change: change?.number ?? 0, link: link) }

  /// Nil for a row that says nothing of the link.
  fileprivate func deletedLink() throws(LinkStoreError) -> DeletedLink? {
    guard let key, let change, let link = try state(before: nil, at: key) else { return nil }
    return DeletedLink(link: link, version: number - 1, change: change, cursor: cursor)
  }
}

/// The rows of a change for one link, newest first, and the link there now.
private typealias TouchedRows = (
  key: LinkKey, kept: [KeptVersion], current: StoredLink?, isLeft: Bool, isReplaced: Bool,
  newest: LinksChange?
)

// MARK: - Rows

let versionColumns =
  "v.link, v.number, v.kind, v.revision, v.before, v.host, v.slug, \(changeColumns)"
let versionWidth: Int32 = 13

func keptVersion(_ row: some SQLRow) throws(LinkStoreError) -> KeptVersion {
  guard let kind = LinkVersion.Kind(rawValue: row.int(2)) else {
    throw .corrupt("a version is of an unknown kind", "read link_versions")
  }
  return KeptVersion(
    link: row.int(0), number: row.int(1), kind: kind, revision: row.int(3),
    before: row.optionalText(4),
    key: row.optionalText(5).map { LinkKey(host: $0, slug: row.text(6)) },
    change: linksChange(row, from: 7))
}

private let changeColumns =
  "c.number, c.changed_at, c.actor_kind, c.actor_id, c.actor_name, c.undoes"

/// The change in a row; nil for the missing row of an outer join, and for an actor whom only a newer
/// release knows.
private func linksChange(_ row: some SQLRow, from first: Int32) -> LinksChange? {
  guard let number = row.optionalInt(first),
    let kind = AuditActor.Kind(rawValue: row.text(first + 2))
  else { return nil }
  return LinksChange(
    number: number, time: row.time(first + 1),
    actor: AuditActor(
      kind, id: row.optionalText(first + 3), name: row.optionalText(first + 4)),
    undoes: row.optionalInt(first + 5))
}

private let changeInsertion =
  "INSERT INTO keiro.link_changes (changed_at, actor_kind, actor_id, actor_name, undoes) "
  + "VALUES ($1, $2, $3, $4, $5)"

private func changeValues(
  _ actor: AuditActor, _ time: Timestamp, undoing change: Int?
) -> [SQLValue] {
  [
    .time(time), .text(actor.kind.rawValue), .text(actor.id), .text(actor.name), .int(change),
  ]
}
