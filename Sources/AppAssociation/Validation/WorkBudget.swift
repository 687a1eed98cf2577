/// How much comparing may still be done. What would take more stays undecided, so that no file keeps
/// anybody waiting.
struct WorkBudget {
  private(set) var left: Int

  var isSpent: Bool { left <= 0 }

  /// Whether the budget allowed that many steps.
  mutating func spend(_ steps: Int) -> Bool {
    left -= steps
    return left >= 0
  }
}
