import LinkStorage
import SQLStorage

/// The sums of days by name for several queries of one snapshot.
///
/// The rows of a scope lie together in each day, whatever their dimension: finding them takes most of
/// the time of a long period, so all dimensions are summed up at once.
final class SharedDays {
  private struct Place: Hashable {
    let scope: Int
    let days: Range<Int>
  }

  private let database: Database
  private var known: [Place: [Int: [ClickSum]]] = [:]

  init(_ database: Database) {
    self.database = database
  }

  /// The sums of the names of a dimension.
  func sums(
    of scope: Int, _ dimension: ClickDimension, _ days: Range<Int>
  ) throws(LinkStoreError) -> [ClickSum] {
    let place = Place(scope: scope, days: days)
    if let sums = known[place] { return sums[dimension.rawValue] ?? [] }
    var sums: [Int: [ClickSum]] = [:]
    let rows = try database.rows(
      "\(DaySums.existingDays) SELECT dimension, name, bot, sum(count) FROM days "
        + "CROSS JOIN click_days USING (day) WHERE scope = ? AND day < ? GROUP BY 1, 2, 3",
      [
        .int(days.lowerBound), .int(days.upperBound), .int(scope), .int(days.upperBound),
      ]
    ) { row in
      (
        row.int(0),
        ClickSum(
          name: row.text(1), number: 0, isBot: row.bool(2), count: row.int(3), part: "")
      )
    }
    for (dimension, sum) in rows { sums[dimension, default: []].append(sum) }
    known[place] = sums
    return sums[dimension.rawValue] ?? []
  }
}
