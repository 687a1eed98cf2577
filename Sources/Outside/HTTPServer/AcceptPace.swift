/// The number of connections a worker accepts at one event, and whether it reads them at once, learnt from
/// the most recent ones. A value without sockets and clocks.
///
/// A system call that finds nothing costs as much as one that does: accepting until nothing is left
/// only pays off for bursts, and reading before the request has arrived is in vain.
struct AcceptPace: Equatable {
  /// A limit, so that new connections never keep open ones waiting for long.
  static let most = 64
  private static let mostScore = 8
  /// One in this many of the connections whose request is not expected to have arrived is read
  /// anyway.
  private static let trialInterval = 16

  /// The number of connections to accept at the next event.
  private(set) var allowance = 1
  private var fullRound: UInt64?
  private var score = Self.mostScore / 2
  private var skipped = 0

  /// Notes the end of a batch.
  ///
  /// - Parameters:
  ///   - accepted: the number of connections accepted.
  ///   - isFull: whether the allowance ended it, so that more may be waiting.
  ///   - round: the number of the loop's wake-up.
  mutating func didAccept(_ accepted: Int, isFull: Bool, round: UInt64) {
    guard isFull else {
      allowance = max(accepted, 1)
      fullRound = nil
      return
    }
    let isBurst = fullRound.map { $0 &+ 1 == round } ?? false
    allowance = isBurst ? min(allowance * 2, Self.most) : 1
    fullRound = round
  }

  /// Whether to read a new connection before waiting for its bytes.
  mutating func readsAtOnce() -> Bool {
    guard score == 0 else { return true }
    skipped += 1
    guard skipped == Self.trialInterval else { return false }
    skipped = 0
    return true
  }

  /// Notes whether a new connection that was read at once had sent anything.
  mutating func didRead(foundBytes: Bool) {
    score = min(max(score + (foundBytes ? 1 : -1), 0), Self.mostScore)
  }
}
