package import Links

package struct SeenTime: Equatable, Sendable {
  /// The time that the store had reached when old entries were last deleted; nil before the first time.
  package var kept: Timestamp?
  /// The time of its newest entry; nil for a store without entries.
  package var newest: Timestamp?
  /// The time by the clock of a database that has one of its own.
  package var own: Timestamp?

  package init(kept: Timestamp? = nil, newest: Timestamp? = nil, own: Timestamp? = nil) {
    self.kept = kept
    self.newest = newest
    self.own = own
  }
}

/// The time by which a store's old entries are deleted: that of the clock, as far as the store agrees.
///
/// A clock can be wrong by years, and what is deleted by it is gone. So the time that a store has reached
/// goes on from process to process, and runs no faster than a steady clock. A gap to the clock, be it
/// that nobody served the store meanwhile or that the clock is wrong, is believed only after the
/// clock has run evenly for an hour, and then bit by bit. A clock that is behind is believed after such an
/// hour as well, and then at once, unless a database's own clock differs: what was dated by a clock that
/// was ahead would else wait for years. Times are in seconds since 1970.
package struct StoreTime: Sendable {
  package enum Verdict: Equatable, Sendable {
    case agrees
    /// The clock is ahead of the store, by so many seconds.
    case ahead(Int)
    /// The clock is ahead, and has run evenly since the last look: the store follows.
    case following(Int)
    /// The clock is behind what the store has seen, by so many seconds.
    case behind(Int)
  }

  /// The gap in seconds within which store and clock agree, such as that of a restart; also the time
  /// between two looks for which a clock must run evenly.
  package static let tolerance = 3600
  /// The seconds by which a store follows a clock that is ahead, at each look.
  package static let step = 86_400

  /// The time that the store has reached.
  package private(set) var reached: Int
  private var steady: Double
  /// By how much the clock was ahead at the last look.
  private var gap = 0

  /// - Parameter steady: the seconds of a steady clock.
  package init(_ seen: SeenTime, clock: Int, steady: Double) {
    let clock = min(clock, seen.own?.secondsSinceEpoch ?? .max)
    let known = seen.kept ?? seen.newest.map { min($0, Timestamp(secondsSinceEpoch: clock)) }
    // Without any entries there is nothing that a wrong clock could delete.
    reached = known?.secondsSinceEpoch ?? clock
    self.steady = steady
  }

  /// The time by which entries are old, between two looks.
  package func now(clock: Int, steady: Double) -> Int { min(clock, expected(steady)) }

  /// Judges the clock; to be called at the beginning and once an hour.
  package mutating func look(_ seen: SeenTime, clock: Int, steady: Double) -> Verdict {
    // Other processes may have gone on meanwhile.
    let expected = max(expected(steady), seen.kept?.secondsSinceEpoch ?? .min)
    let own = seen.own?.secondsSinceEpoch ?? clock
    // Of two clocks that differ, either may be wrong.
    let isBorneOut = abs(clock - own) <= Self.tolerance
    let clock = min(clock, own)
    let ahead = clock.subtractingReportingOverflow(expected)
    let before = gap
    let isEven = steady - self.steady >= Double(Self.tolerance) * 0.9
    self.steady = steady
    reached = expected
    gap = ahead.overflow ? 0 : ahead.partialValue
    let isSteady = isEven && abs(gap - before) <= Self.tolerance
    guard gap > Self.tolerance else {
      if gap < -Self.tolerance {
        guard isSteady, isBorneOut, before < -Self.tolerance else { return .behind(-gap) }
        gap = 0
        reached = clock
      }
      reached = max(reached, clock)
      return .agrees
    }
    guard isSteady, before > Self.tolerance else { return .ahead(gap) }
    reached += min(gap, Self.step)
    gap -= min(gap, Self.step)
    return .following(gap)
  }

  private func expected(_ steady: Double) -> Int {
    reached + max(Int(steady - self.steady), 0)
  }
}
