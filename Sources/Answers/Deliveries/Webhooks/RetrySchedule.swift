/// When a delivery is tried again.
package enum RetrySchedule {
  /// Seconds between the attempts of Standard Webhooks: three and a half days together.
  static let delays = [
    5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600,
  ]
  /// A receiver may ask for a longer wait, up to this many seconds.
  static let longestWait = 24 * 3600

  /// Seconds until the next attempt; nil when there is none.
  ///
  /// - Parameters:
  ///   - tries: the attempts so far, all of which have failed; 1 or more.
  ///   - jitter: 0 to 1: a tenth of the delay is added in its proportion, so that what failed
  ///     together does not come back together.
  ///   - wish: what the receiver asked for; nil for nothing.
  package static func delay(after tries: Int, jitter: Double, wish: Int?) -> Int? {
    guard tries >= 1, tries <= delays.count else { return nil }
    let delay = delays[tries - 1]
    let jittered = delay + Int(Double(delay) / 10 * min(max(jitter, 0), 1))
    return max(jittered, min(wish ?? 0, longestWait))
  }
}
