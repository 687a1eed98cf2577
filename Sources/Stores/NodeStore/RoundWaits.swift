/// The answers to changes, which wait until the copy has the change, and what is known of those that
/// could not wait any longer.
struct RoundWaits {
  typealias Body = @Sendable () -> Void

  private struct Wait {
    let number: Int
    /// The end of the wait, in monotonic nanoseconds.
    let deadline: Int
    let body: Body
  }

  private var waits: [Wait] = []
  private var last = 0
  /// The number of the last change that was answered although the copy did not have it; 0 for none.
  private var missed = 0
  /// The beginning of the round under way, by the number of the last wait that it includes.
  private var round = 0

  /// Whether no change waits for a round to begin.
  var isIdle: Bool { last == round }

  /// Whether the copy lacks a change that was answered.
  var isMissing: Bool { missed > 0 }

  /// The end of the longest wait, in monotonic nanoseconds; nil without one.
  var deadline: Int? { waits.first?.deadline }

  mutating func add(until deadline: Int, _ body: @escaping Body) {
    last &+= 1
    waits.append(Wait(number: last, deadline: deadline, body: body))
  }

  /// Notes that a round begins, which brings everything that was changed before.
  mutating func beginRound() { round = last }

  /// Notes the end of the round.
  ///
  /// - Parameter isCopied: whether the copy has everything that the round was to bring.
  /// - Returns: the waits that end with it.
  mutating func endRound(isCopied: Bool) -> [Body] {
    let ended = waits.prefix { $0.number <= round }
    waits.removeFirst(ended.count)
    if isCopied {
      if missed <= round { missed = 0 }
    } else if let last = ended.last {
      missed = max(missed, last.number)
    }
    return ended.map(\.body)
  }

  /// Ends the waits whose time is up.
  mutating func takeOverdue(at now: Int) -> [Body] {
    let ended = waits.prefix { $0.deadline <= now }
    waits.removeFirst(ended.count)
    if let last = ended.last { missed = max(missed, last.number) }
    return ended.map(\.body)
  }

  mutating func takeAll() -> [Body] { takeOverdue(at: .max) }
}
