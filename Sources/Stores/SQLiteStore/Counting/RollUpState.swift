import LinkStorage
import Links
import SQLStorage

/// The progress of adding hours to the sums of their days.
struct RollUpState {
  /// The last hour that was added to its day, up to the link `link`; nil before the first.
  var hour: Int?
  var link: Int
  /// The first hour that is kept; nil while none was dropped.
  var keptHour: Int?

  static func read(_ database: Database) throws(LinkStoreError) -> RollUpState {
    try database.first("SELECT hour, link, kept_hour FROM rollup") { row in
      RollUpState(hour: row.optionalInt(0), link: row.int(1), keptHour: row.optionalInt(2))
    } ?? RollUpState(hour: nil, link: 0, keptHour: nil)
  }

  func write(_ database: Database) throws(LinkStoreError) {
    try database.run(
      "UPDATE rollup SET hour = ?, link = ?, kept_hour = ?",
      [.int(hour), .int(link), .int(keptHour)])
  }

  /// Whether clicks of an hour have to be added to the sums at once, since the hour was rolled up
  /// before they arrived.
  func includes(hour: Int, link: Int) -> Bool {
    (hour, link) <= (self.hour ?? .min, self.link) || !keeps(hour)
  }

  func keeps(_ hour: Int) -> Bool { hour >= keptHour ?? .min }

  /// The first hour of a link that is not in the sums.
  func openHour(of link: Int) -> Int {
    guard let hour else { return .min }
    return link <= self.link ? hour &+ 1 : hour
  }
}
