/// The times of retries.
package enum RetrySchedule {
  /// Seconds between attempts as in Standard Webhooks, about three and a half days in total.
  static let delays = [
    5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600,
  ]
  /// The longest wait, in seconds, that a receiver may ask for.
  static let longestWait = 24 * 3600

  /// Seconds until the next attempt; nil for none.
  ///
  /// - Parameters:
  ///   - tries: the number of failed attempts so far, at least 1.
  ///   - jitter: a number from 0 to 1; a tenth of the delay times this is added, so that simultaneous
  ///     failures are not retried simultaneously.
  ///   - wish: the seconds that the receiver asked to wait; nil for none.
  package static func delay(after tries: Int, jitter: Double, wish: Int?) -> Int? {
    guard tries >= 1, tries <= delays.count else { return nil }
    let delay = delays[tries - 1]
    let jittered = delay + Int(Double(delay) / 10 * min(max(jitter, 0), 1))
    return max(jittered, min(wish ?? 0, longestWait))
  }
}
