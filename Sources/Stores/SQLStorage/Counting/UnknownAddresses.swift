package import LinkStorage
package import Links

extension SQLStore where Self: UnknownKeeping {
  package func addUnknown(
    _ addresses: [UnknownAddress], now: Timestamp, completion: @escaping StoreCompletion<Void>
  ) {
    let day = now.secondsSinceEpoch / 86_400
    writing(.fleeting, completion) { sql throws(Failure) in
      // In one order everywhere, so that transactions cannot deadlock.
      try sql.send(
        "INSERT INTO keiro.unknown_addresses AS u (day, host, path, count) "
          + "SELECT n.day, n.host, n.path, CAST(sum(n.count) AS bigint) FROM #rows "
          + "GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 "
          + "ON CONFLICT (day, host, path) DO UPDATE SET count = u.count + excluded.count",
        over: SQLRows([
          "day": .ints(addresses.map { _ in day }), "host": .texts(addresses.map(\.host)),
          "path": .texts(addresses.map(\.path)), "count": .ints(addresses.map(\.count)),
        ]), [])
      let (most, kept) = UnknownAddress.bounds
      let sums = try sql.first("SELECT count(*) FROM keiro.unknown_addresses", []) { $0.int(0) }
      guard sums ?? 0 > most else { return }
      try sql.send(
        "DELETE FROM keiro.unknown_addresses WHERE (day, host, path) NOT IN "
          + "(SELECT day, host, path FROM keiro.unknown_addresses "
          + "ORDER BY count DESC, day DESC, host, path LIMIT $1)", [.int(kept)])
    }
  }

  package func unknownAddresses(
    limit: Int, now: Timestamp
  ) throws(LinkStoreError) -> [UnknownAddress] {
    let first = now.secondsSinceEpoch / 86_400 - UnknownAddress.days + 1
    return try rows(
      "SELECT host, path, CAST(sum(count) AS bigint) FROM keiro.unknown_addresses "
        + "WHERE day >= $1 GROUP BY host, path ORDER BY 3 DESC, 1, 2 LIMIT $2",
      [.int(first), .int(limit)]
    ) { row in UnknownAddress(host: row.text(0), path: row.text(1), count: row.int(2)) }
  }
}
