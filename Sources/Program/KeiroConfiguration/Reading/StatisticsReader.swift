import JSONSyntax
import LinkStorage

/// Reads the section `statistics`; missing members keep their defaults.
struct StatisticsReader {
  func read(_ field: JSONField?) -> StatisticsRetention {
    field?.object { object in
      var retention = StatisticsRetention()
      object.set(&retention.hours, "hours") { $0.int(in: 1...3660) }
      object.set(&retention.days, "days") { $0.int(in: 1...36_600) }
      if retention.days < retention.hours {
        (object.optional("days") ?? object.field).report(
          "\(retention.days) days are fewer than the \(retention.hours) of which hours are kept: "
            + "expected at least as many")
      }
      return retention
    } ?? StatisticsRetention()
  }
}
