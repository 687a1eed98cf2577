/// The clicks of people that one link has had.
package struct ClickDays: Equatable, Sendable {
  /// Of all time.
  package var total: Int
  /// By days since 1970, of the days that were asked for; days without clicks may be missing.
  package var days: [Int: Int] = [:]

  package init(total: Int) {
    self.total = total
  }

  package mutating func add(_ count: Int, on day: Int) {
    days[day, default: 0] = (days[day] ?? 0).addingClamped(count)
  }
}
