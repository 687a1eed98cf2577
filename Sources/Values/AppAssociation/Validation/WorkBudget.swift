/// The number of comparison steps left. Comparisons that would take more stay undecided, so that
/// the time is bounded for every file.
struct WorkBudget {
  private(set) var left: Int

  var isSpent: Bool { left <= 0 }

  /// Whether the budget allowed that many steps.
  mutating func spend(_ steps: Int) -> Bool {
    left -= steps
    return left >= 0
  }
}
