/// The time for which a worker sums up visits before they go to the store.
///
/// At most a second of counts is lost when the process is killed: the interval, the time until a
/// tick notices its end, and the write have to fit into that second. Within it, a longer interval
/// makes fewer batches, which pays off when batches are large; a small batch costs next to nothing,
/// and its clicks are safe sooner.
struct FlushInterval: Equatable {
  /// The seconds until the next batch.
  private(set) var seconds = Self.shortest

  static let shortest = 0.5
  static let longest = 0.75
  /// The most that may be lost, in seconds.
  private static let promise = 1.0
  /// The seconds between two ticks, doubled for a busy machine.
  private static let looks = 0.25
  /// The number of sums from which a batch is large.
  private static let largeBatch = 1000
  /// The seconds by which the interval grows from one batch to the next.
  private static let growth = 0.05

  /// Adapts the interval after the store answered a batch.
  ///
  /// - Parameters:
  ///   - sums: the number of sums in the batch.
  ///   - duration: the seconds from making the batch to the end of the write.
  mutating func note(sums: Int, duration: Double) {
    let room = Self.promise - Self.looks - max(duration, 0) * 2
    guard sums >= Self.largeBatch, room > Self.shortest else {
      seconds = Self.shortest
      return
    }
    seconds = min(seconds + Self.growth, Self.longest, room)
  }

  /// Resets the interval after the store failed, so that the batch is sent again soon.
  mutating func noteFailure() {
    seconds = Self.shortest
  }

  /// Whether it is time for the next batch.
  func isOver(since last: Double, now: Double) -> Bool { now - last >= seconds }
}
