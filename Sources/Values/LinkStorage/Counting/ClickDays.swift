/// The clicks by people on one link.
package struct ClickDays: Equatable, Sendable {
  /// The clicks of all time.
  package var total: Int
  /// The clicks of each requested day, by days since 1970; days without clicks may be missing.
  package var days: [Int: Int] = [:]

  package init(total: Int) {
    self.total = total
  }

  /// Adds clicks to one day, given in days since 1970.
  package mutating func add(_ count: Int, on day: Int) {
    days[day, default: 0] = (days[day] ?? 0).addingClamped(count)
  }
}
