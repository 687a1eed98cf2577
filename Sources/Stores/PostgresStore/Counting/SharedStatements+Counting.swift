import LinkStorage
package import Links
package import SQLStorage

extension SharedStatements: CountingConnection {
  package static let counting = CountingDialect(
    total: "coalesce((SELECT total FROM keiro.totals WHERE scope = counted.id), 0)",
    hours: KindNumbers.hourClicks, hoursOfAll: KindNumbers.hourClicks, days: "keiro.click_days",
    // Hours leave their table as they are added to their days.
    rollUp: "CAST(NULL AS bigint), 0, kept_hour", sumsGroupsAtOnce: true,
    listed: "SELECT json_array_elements_text(#::json)",
    // By their position, without those that another transaction has locked.
    isAmong: { _, rows in "ctid = ANY (ARRAY(SELECT ctid \(rows) FOR UPDATE SKIP LOCKED))" },
    names: { path in "(links.details::json #> '{\(path.joined(separator: ","))}')::text" })

  package func snapshot<Answer>(
    _ body: () throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer {
    try connection.transaction(isSnapshot: true, body)
  }

  /// Does nothing: clicks are in the tables as soon as they are counted.
  package func forEachWaiting(
    _ links: WaitingLinks, isLabelled: Bool,
    _ body: (LinkKey, LinkClicks) throws(PostgresFailure) -> Void
  ) {}
}
