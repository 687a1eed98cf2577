package import LinkStorage
package import Links

extension SQLStore where Self: AuditKeeping {
  package func audit(_ query: AuditQuery) throws(LinkStoreError) -> AuditPage {
    let limit = min(max(query.limit, 1), 1000)
    var conditions = SQLConditions(SharedConnection.dialect)
    // Nodes of a newer release beside this one may note what it does not know.
    conditions.add("action IN (\(known(AuditAction.self)))", [])
    conditions.add("actor_kind IN (\(known(AuditActor.Kind.self)))", [])
    if let host = query.host { conditions.add("host = #", [.text(host)]) }
    if let slug = query.slug { conditions.add("slug = #", [.text(slug)]) }
    conditions.add(query.reach)
    if let actor = query.actor {
      conditions.add(
        "(# IN (actor_kind, actor_id, actor_name) OR actor_id = #)",
        [.text(actor), .text(query.actorID ?? actor)])
    }
    if let kind = query.actorKind { conditions.add("actor_kind = #", [.text(kind.rawValue)]) }
    if let action = query.action { conditions.add("action = #", [.text(action.rawValue)]) }
    if let change = query.change { conditions.add("change = #", [.int(change)]) }
    if let since = query.since { conditions.add("changed_at >= #", [.time(since)]) }
    if let until = query.until { conditions.add("changed_at < #", [.time(until)]) }
    if let before = query.before { conditions.add("number < #", [.int(before)]) }
    let bound = conditions.placed("LIMIT #", [.int(limit + 1)])
    return AuditPage(
      found: try rows(
        "SELECT number, \(entered), change FROM keiro.audit \(conditions.text) "
          + "ORDER BY number DESC \(bound)",
        conditions.values, numbered), limit: limit)
  }

  package func note(
    _ action: AuditAction, about name: String?, keeping value: (name: String, bytes: [UInt8])?,
    by actor: AuditActor, now: Timestamp, completion: @escaping StoreCompletion<Void>
  ) {
    writing(completion) { sql throws(Failure) in
      if let value { try sql.keepShared(value.name, value.bytes) }
      try sql.enter([AuditEntry(action, by: actor, at: now, slug: name)])
    }
  }
}

extension CountTransfer {
  /// One page of the audit log, oldest first, with what nodes of a newer release have noted.
  ///
  /// - Parameter number: the number of the last entry of the preceding page; 0 for the first page.
  package func auditEntries(
    after number: Int, limit: Int
  ) throws(LinkStoreError) -> [StoredAuditEntry] {
    try rows(
      "SELECT number, \(entered) FROM keiro.audit WHERE number > $1 ORDER BY number LIMIT $2",
      [.int(number), .int(limit)]
    ) { row in
      let texts = (2...10).map { SQLValue.text(row.optionalText($0)) }
      let numbers = (11...13).map { SQLValue.int(row.optionalInt($0)) }
      // Histories are not transferred, so the numbers of their changes would be wrong here.
      return StoredAuditEntry(
        number: row.int(0), values: [.time(row.time(1))] + texts + numbers + [.int(nil)])
    }
  }

  /// The number of the last entry taken from a store; 0 for none.
  ///
  /// - Parameter source: that store's `countIdentity`.
  package func lastAuditEntry(of source: String) throws(LinkStoreError) -> Int {
    try reading { sql throws(Failure) in try sql.kept(auditMark + source).flatMap { Int($0) } ?? 0 }
  }

  /// Adds entries of another store to the audit log, with numbers of this store. Entries that were
  /// taken before are skipped.
  package func takeAudit(
    _ entries: [StoredAuditEntry], of source: String, completion: @escaping StoreCompletion<Void>
  ) {
    writing(completion) { sql throws(Failure) in
      let last = try sql.kept(auditMark + source).flatMap { Int($0) } ?? 0
      let new = entries.filter { $0.number > last }
      guard let end = new.last else { return }
      try sql.keep(String(end.number), as: auditMark + source)
      for entry in new { try sql.send(insertion("$14"), entry.values) }
    }
  }
}

/// An entry on its way from one store to another, as it is stored.
package struct StoredAuditEntry: Sendable {
  package let number: Int
  /// The values of the columns `entered`.
  fileprivate let values: [SQLValue]
}

/// The prefix of a source's identity in the name of its row in `meta`.
private let auditMark = "audit of "

extension SQLConnection {
  /// Adds entries to the audit log, inside the transaction of the change.
  ///
  /// - Parameter change: the change of links that they belong to; nil to use the number in each entry.
  package func enter(_ entries: [AuditEntry], of change: ChangeNumber? = nil) throws(Failure) {
    var number = "$14"
    if case .last = change { number = "coalesce($14, \(Self.dialect.lastChange))" }
    for entry in entries {
      var own = entry.change
      if case .given(let given) = change { own = given }
      try send(
        insertion(number),
        [
          .time(entry.time), .text(entry.actor.kind.rawValue), .text(entry.actor.id),
          .text(entry.actor.name), .text(entry.action.rawValue), .text(entry.host),
          .text(entry.slug), .text(entry.token), .text(entry.person),
          .text(entry.fields.isEmpty ? nil : entry.fields.joined(separator: " ")),
          .int(entry.revision), .int(entry.created), .int(entry.updated), .int(own),
        ])
    }
  }
}

private func insertion(_ change: String) -> String {
  "INSERT INTO keiro.audit (\(entered), change) "
    + "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, \(change))"
}

private func known<Name: CaseIterable & RawRepresentable<String>>(_ names: Name.Type) -> String {
  names.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
}

private let entered =
  "changed_at, actor_kind, actor_id, actor_name, action, host, slug, token, person, fields, "
  + "revision, created, updated"

private func numbered(_ row: some SQLRow) throws(LinkStoreError) -> AuditPage.Numbered {
  guard let kind = AuditActor.Kind(rawValue: row.text(2)),
    let action = AuditAction(rawValue: row.text(5))
  else { throw .corrupt("an entry has an unknown actor or action", "read audit") }
  let actor = AuditActor(kind, id: row.optionalText(3), name: row.optionalText(4))
  var entry = AuditEntry(
    action, by: actor, at: row.time(1), host: row.optionalText(6), slug: row.optionalText(7),
    revision: row.optionalInt(11), token: row.optionalText(8), person: row.optionalText(9),
    fields: row.text(10).split(separator: " ").map(String.init),
    created: row.optionalInt(12), updated: row.optionalInt(13))
  entry.change = row.optionalInt(14)
  return AuditPage.Numbered(number: row.int(0), entry: entry)
}
