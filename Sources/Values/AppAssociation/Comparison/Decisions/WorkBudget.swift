/// The number of steps left of a work that some files would make endless. What would take more stays
/// undecided, so that the time is bounded for every file, and the same on every machine.
///
/// A step is about a tenth of a microsecond of work: a simple pattern compared with a URL, or an
/// instruction of an automaton.
package struct WorkBudget {
  /// Below zero once something was left undone.
  package private(set) var left: Int

  package init(left: Int) { self.left = left }

  package var isExceeded: Bool { left < 0 }

  /// Whether the budget allowed that many steps.
  package mutating func spend(_ steps: Int) -> Bool {
    left = max(left - steps, -1)
    return left >= 0
  }

  /// Does work with at most a share of the steps left.
  package mutating func share<Result>(
    _ share: Int, _ work: (inout WorkBudget) -> Result
  ) -> Result {
    let limit = max(0, min(left, share))
    var own = WorkBudget(left: limit)
    let result = work(&own)
    left = own.isExceeded && limit < share ? -1 : left - limit + max(0, own.left)
    return result
  }
}
