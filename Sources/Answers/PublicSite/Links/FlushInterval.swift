/// How long the visits of a worker are summed up before they go to the store.
///
/// At most a second of counts is lost when the process is killed: the interval, the look
/// at which it is found to be over, and the write have to fit into that. Within it, visits that are
/// summed up longer make fewer batches, which pays where batches are large; a small one costs next
/// to nothing, and its clicks are safe sooner.
struct FlushInterval: Equatable {
  /// Until the next batch.
  private(set) var seconds = Self.shortest

  static let shortest = 0.5
  static let longest = 0.75
  /// What may be lost, in seconds.
  private static let promise = 1.0
  /// Between two looks, and as much again for a machine that is busy.
  private static let looks = 0.25
  /// From so many sums on, a batch is large.
  private static let largeBatch = 1000
  /// The seconds by which the interval grows from one batch to the next.
  private static let growth = 0.05

  /// The store has answered a batch.
  ///
  /// - Parameters:
  ///   - sums: how many counts the batch had.
  ///   - duration: of the write, in seconds, from the moment at which the batch was made.
  mutating func note(sums: Int, duration: Double) {
    let room = Self.promise - Self.looks - max(duration, 0) * 2
    guard sums >= Self.largeBatch, room > Self.shortest else {
      seconds = Self.shortest
      return
    }
    seconds = min(seconds + Self.growth, Self.longest, room)
  }

  /// The store has failed: what waits is sent again soon.
  mutating func noteFailure() {
    seconds = Self.shortest
  }

  /// Whether it is time for the next batch.
  func isOver(since last: Double, now: Double) -> Bool { now - last >= seconds }
}
