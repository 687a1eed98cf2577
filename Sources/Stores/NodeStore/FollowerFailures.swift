import LinkStorage

/// The failures of a follower's rounds: which of them people are told of, and when to try again.
struct FollowerFailures {
  /// The failure of each kind that was logged last, and the time, in monotonic nanoseconds.
  private var logged: [LinkStoreError.Kind: (error: LinkStoreError, time: Int)] = [:]
  /// Whether the log says that something fails.
  private var isOpen = false
  private var count: Int32 = 0

  /// The pause between log lines about failures of one kind: a minute, in nanoseconds.
  static let silence = 60_000_000_000
  /// The intervals of attempts in milliseconds: the first, doubled each time, up to the last.
  static let pauses: (first: Int32, last: Int32) = (250, 2000)

  /// Notes a failure.
  ///
  /// - Returns: whether it deserves a line in the log: the first of its kind, and one after a while.
  mutating func isWorthALine(_ error: LinkStoreError, at now: Int) -> Bool {
    count = min(count + 1, 8)
    if let last = logged[error.kind] {
      // An unreachable database may return as an outdated server, which deserves another line. What
      // has failed and worked a moment ago does not.
      guard now >= last.time &+ Self.silence, !isOpen || last.error != error else { return false }
    }
    logged[error.kind] = (error, now)
    isOpen = true
    return true
  }

  /// Notes that nothing fails any more.
  ///
  /// - Returns: whether the log says otherwise.
  mutating func end() -> Bool {
    defer { (count, isOpen) = (0, false) }
    return isOpen
  }

  /// The pause until the next attempt, in milliseconds.
  ///
  /// - Parameter percent: the part of it, so that nodes that lost the same server do not all return at
  ///   one moment.
  func pause(percent: Int) -> Int32 {
    let pause = min(Self.pauses.first << max(0, count - 1), Self.pauses.last)
    return pause * Int32(clamping: percent) / 100
  }
}
