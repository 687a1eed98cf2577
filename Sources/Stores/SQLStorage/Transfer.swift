package import LinkStorage

extension SQLStore where Self: CountTransfer {
  package func countIdentity() throws(LinkStoreError) -> String {
    try reading { sql throws(Failure) in try sql.kept("identity") } ?? ""
  }

  package func countSources() throws(LinkStoreError) -> [String: Int] {
    let rows = try reading { sql throws(Failure) in
      try sql.rows(
        "SELECT name, value FROM keiro.meta "
          + "WHERE \(SharedConnection.dialect.position)(name, $1) = 1",
        [.text(CountMark.prefix)]
      ) { (source: String($0.text(0).dropFirst(CountMark.prefix.count)), page: $0.text(1)) }
    }
    return Dictionary(rows.map { ($0.source, Int($0.page) ?? 0) }) { first, _ in first }
  }

  package func launchDays() throws(LinkStoreError) -> [Int] {
    try reading { sql throws(Failure) in
      try sql.rows("SELECT DISTINCT day FROM keiro.launch_days ORDER BY day", []) { $0.int(0) }
    }
  }

  package func launches(onDay day: Int) throws(LinkStoreError) -> [LaunchSum] {
    let sums = try reading { sql throws(Failure) in
      try sql.rows(
        "SELECT app, dimension, name, count FROM keiro.launch_days WHERE day = $1 "
          + "ORDER BY 1, 2, 3", [.int(day)]
      ) { row in
        LaunchDimension(rawValue: row.int(1)).map {
          LaunchSum(day: day, app: row.text(0), dimension: $0, name: row.text(2), count: row.int(3))
        }
      }
    }
    return sums.compactMap(\.self)
  }
}

/// The rows of `meta` with the last page of counts that was taken from each source.
package enum CountMark {
  static let prefix = "counts of "

  /// The name of a source's row.
  package static func name(of source: String) -> String { prefix + source }
}
