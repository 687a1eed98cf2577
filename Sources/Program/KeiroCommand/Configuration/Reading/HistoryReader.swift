import JSONSyntax
import LinkStorage

/// Reads the section `history`; missing members keep their defaults.
struct HistoryReader {
  func read(_ field: JSONField?) -> HistoryRetention {
    field?.object { object in
      var history = HistoryRetention()
      object.set(&history.versions, "versions") { $0.int(in: 1...500) }
      object.set(&history.days, "days") { $0.int(in: 1...36_500) }
      return history
    } ?? HistoryRetention()
  }
}
