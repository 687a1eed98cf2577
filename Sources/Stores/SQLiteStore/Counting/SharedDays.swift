import LinkStorage
import SQLStorage

/// The sums of days for several queries of one snapshot.
///
/// The rows of a scope lie together in each day, whatever their dimension: finding them takes most of
/// the time of a long period, so queries for the same period read them once.
final class SharedDays {
  private struct Key: Hashable {
    let scope: Int
    let days: Range<Int>
  }

  private let database: Database
  /// The number of queries for each range of days.
  private var queries: [Range<Int>: Int] = [:]
  private var known: [Key: DayRows] = [:]

  init(_ database: Database) {
    self.database = database
  }

  /// Notes that a query will ask for these days.
  func expect(_ days: Range<Int>) { queries[days, default: 0] += 1 }

  /// The rows of a scope with a dimension, and perhaps those with others.
  func rows(
    of scope: Int, _ dimension: ClickDimension, _ days: Range<Int>
  ) throws(LinkStoreError) -> DayRows {
    guard queries[days] ?? 0 > 1 else {
      return try DayRows(of: scope, dimension, days, in: database)
    }
    let key = Key(scope: scope, days: days)
    if let rows = known[key] { return rows }
    let rows = try DayRows(of: scope, nil, days, in: database)
    known[key] = rows
    return rows
  }
}

/// The sums of one scope in a range of days, as stored.
///
/// They are summed up here: most days have the same names in the same order, so that a row takes less
/// time than in a statement, which would sort all rows first.
struct DayRows {
  private struct Name: Hashable {
    let dimension: Int
    let isBot: Bool
    let text: String
  }

  private struct Row {
    let day: Int
    /// The index of its name.
    let name: Int
    let count: Int
  }

  /// The order of days, and of dimensions and names within a day.
  private var rows: [Row] = []
  private var names: [Name] = []
  private var indexes: [Name: Int] = [:]
  /// The name that came after each name when it last occurred, and after the last one of a day.
  private var followers = [0]

  /// - Parameter dimension: the only dimension to read; nil for all.
  init(
    of scope: Int, _ dimension: ClickDimension?, _ days: Range<Int>, in database: Database
  ) throws(LinkStoreError) {
    let condition = dimension == nil ? "" : "AND dimension = ? "
    let values: [SQLValue] =
      [.int(days.lowerBound), .int(days.upperBound), .int(scope), .int(days.upperBound)]
      + (dimension.map { [.int($0.rawValue)] } ?? [])
    var previous = -1
    _ = try database.rows(
      "\(DaySums.existingDays) SELECT day, dimension, bot, name, count FROM days "
        + "CROSS JOIN click_days USING (day) WHERE scope = ? AND day < ? \(condition)", values
    ) { row in
      previous = add(row, after: previous)
    }
  }

  /// Adds a row and returns the index of its name.
  private mutating func add(_ row: SQLiteRow, after previous: Int) -> Int {
    let (dimension, isBot) = (row.int(1), row.bool(2))
    var index = followers[previous + 1]
    if !names.indices.contains(index) || names[index].dimension != dimension
      || names[index].isBot != isBot || !row.has(names[index].text, in: 3)
    {
      let name = Name(dimension: dimension, isBot: isBot, text: row.text(3))
      index = indexes[name] ?? names.count
      if index == names.count {
        names.append(name)
        indexes[name] = index
        followers.append(0)
      }
      followers[previous + 1] = index
    }
    rows.append(Row(day: row.int(0), name: index, count: row.int(4)))
    return index
  }

  /// The property by which counts are summed up.
  enum Grouping {
    case name, day
    /// The day, and the name as a part of it.
    case dayAndName
  }

  /// The sums of a dimension.
  ///
  /// - Parameter only: the only name to sum up; nil for all.
  func sums(
    _ dimension: ClickDimension, _ days: Range<Int>, by grouping: Grouping, only: String? = nil
  ) -> [ClickSum] {
    let wanted = names.map {
      $0.dimension == dimension.rawValue && (only == nil || $0.text == only)
    }
    let rows = rows.lazy.filter { wanted[$0.name] && days.contains($0.day) }
    switch grouping {
    case .name:
      var counts: [Int?] = names.map { _ in nil }
      for row in rows { counts[row.name] = (counts[row.name] ?? 0).addingClamped(row.count) }
      return zip(names, counts).compactMap { name, count in
        count.map { sum(name.text, 0, name.isBot, $0) }
      }
    case .day:
      var sums: [ClickSum] = []
      // The rows of a day follow one another.
      var (day, counts) = (Int.min, [Bool: Int]())
      for row in rows {
        if row.day != day {
          sums += counts.map { sum("", day, $0.key, $0.value) }
          (day, counts) = (row.day, [:])
        }
        let isBot = names[row.name].isBot
        counts[isBot] = (counts[isBot] ?? 0).addingClamped(row.count)
      }
      return sums + counts.map { sum("", day, $0.key, $0.value) }
    case .dayAndName:
      return rows.map { row in
        let name = names[row.name]
        return ClickSum(
          name: "", number: row.day, isBot: name.isBot, count: row.count, part: name.text)
      }
    }
  }

  private func sum(_ name: String, _ day: Int, _ isBot: Bool, _ count: Int) -> ClickSum {
    ClickSum(name: name, number: day, isBot: isBot, count: count, part: "")
  }
}
