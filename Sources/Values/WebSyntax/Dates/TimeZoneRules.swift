/// The rules of a time zone, read from a file in the system's time zone database (TZif, RFC 9636).
///
/// Foundation's time zones would pull ICU into the binary and quadruple its size.
package struct TimeZoneRules: Equatable, Sendable {
  /// The UTC offset and name in effect during part of the year.
  package struct Clock: Equatable, Sendable {
    /// The offset in seconds east of UTC.
    package let offset: Int
    /// An abbreviation such as `CET`; a number such as `-03` when there is no common name.
    package let abbreviation: String

    package init(offset: Int, abbreviation: String) {
      self.offset = offset
      self.abbreviation = abbreviation
    }

    package static let utc = Clock(offset: 0, abbreviation: "UTC")
  }

  /// The moments when clocks change, in seconds since 1970, ascending.
  private let changes: [Int]
  /// The clock in effect from each change on.
  private let clocks: [Clock]
  /// The clock in effect before the first change.
  private let first: Clock
  /// The yearly changes after the last listed one; nil when the file does not specify any.
  private let rest: ClockChanges?

  /// The rules of UTC, which never change.
  package static let utc = TimeZoneRules(fixed: .utc)
}

extension TimeZoneRules {
  package init(fixed clock: Clock) {
    self.init(changes: [], clocks: [], first: clock, rest: nil)
  }

  /// Parses a file; nil for bytes in another format, and for version 1 files, which end in 2037.
  package init?(_ file: [UInt8]) {
    var reader = ZoneFileReader(file)
    guard let old = reader.header(), reader.skip(old.bytes(ofTimes: 4)),
      let header = reader.header(), header.version >= UInt8(ascii: "2")
    else { return nil }
    guard let times = reader.numbers(header.times, ofBytes: 8),
      let kinds = reader.numbers(header.times, ofBytes: 1),
      let types = reader.types(header.types), let names = reader.bytes(header.names),
      reader.skip(header.leapSeconds * 12 + header.flags),
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    let known = types.map { type -> Clock in
      let name = names.dropFirst(type.name).prefix { $0 != 0 }
      return Clock(offset: type.offset, abbreviation: String(decoding: name, as: UTF8.self))
    }
    guard let first = known.first, kinds.allSatisfy(known.indices.contains) else { return nil }
    self.init(
      changes: times, clocks: kinds.map { known[$0] }, first: first,
      rest: reader.footer().flatMap(ClockChanges.init))
  }

  package var isFixed: Bool { changes.isEmpty && rest == nil }

  /// Returns the clock in effect at a moment, in seconds since 1970.
  package func clock(at time: Int) -> Clock {
    guard let last = changes.last, time < last else {
      return rest?.clock(at: time) ?? clocks.last ?? first
    }
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : clocks[low - 1]
  }

  /// Converts a local time to the moment at which clocks show it.
  ///
  /// - Parameter local: the local time, as seconds since 1970-01-01T00:00 on the same clocks.
  /// - Returns: the moment in seconds since 1970. When clocks are set back, the first of two
  ///   moments; for a time skipped when clocks are set forward, the moment equally long after the
  ///   change.
  package func time(ofLocal local: Int) -> Int {
    if isFixed { return local - first.offset }
    let (before, after) = (clock(at: local - 86_400), clock(at: local + 86_400))
    let moments = [before, after].map { local - $0.offset }
    let exact = moments.filter { $0 + clock(at: $0).offset == local }
    return exact.min() ?? local - before.offset
  }
}

/// The two clock changes in each year, in POSIX notation: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ClockChanges: Equatable, Sendable {
  private let standard: TimeZoneRules.Clock
  /// The summer time; nil when clocks do not change.
  private let summer: Summer?

  private struct Summer: Equatable, Sendable {
    let clock: TimeZoneRules.Clock
    let start: YearlyMoment
    let end: YearlyMoment
  }

  init?(_ text: String) {
    var scanner = ClockScanner(text)
    guard let name = scanner.name(), let offset = scanner.hours() else { return nil }
    standard = .init(offset: -offset, abbreviation: name)
    guard !scanner.isAtEnd else {
      summer = nil
      return
    }
    guard let summerName = scanner.name() else { return nil }
    var summerOffset = 3600 - offset
    if !scanner.isAt(",") {
      guard let hours = scanner.hours() else { return nil }
      summerOffset = -hours
    }
    guard scanner.take(","), let start = scanner.moment(), scanner.take(","),
      let end = scanner.moment(), scanner.isAtEnd
    else { return nil }
    summer = Summer(
      clock: .init(offset: summerOffset, abbreviation: summerName), start: start, end: end)
  }

  func clock(at time: Int) -> TimeZoneRules.Clock {
    guard let summer, abs(time) < 86_400 * 999_999_999 else { return standard }
    let days = Int((Double(time + standard.offset) / 86_400).rounded(.down))
    let year = CivilDate(daysSinceEpoch: days).year
    let start = summer.start.seconds(in: year) - standard.offset
    let end = summer.end.seconds(in: year) - summer.clock.offset
    let isSummer =
      start < end ? time >= start && time < end : time >= start || time < end
    return isSummer ? summer.clock : standard
  }
}

/// A moment in each year, by the clock in effect until then.
struct YearlyMoment: Equatable, Sendable {
  enum Day: Equatable, Sendable {
    /// A day of the week, 0 for Sunday, in a week of a month; week 5 is the last one.
    case weekday(Int, week: Int, month: Int)
    /// A day from 1 to 365, not counting 29 February.
    case ofCommonYear(Int)
    /// A day from 0 to 365, counting 29 February.
    case ofYear(Int)
  }

  let day: Day
  /// The time in seconds since midnight; may be negative or exceed a day.
  let time: Int

  /// Returns the moment in a year, in seconds since 1970-01-01T00:00 by the same clock.
  func seconds(in year: Int) -> Int { date(in: year) * 86_400 + time }

  private func date(in year: Int) -> Int {
    func first(_ month: Int, _ year: Int) -> Int {
      CivilDate(year: year, month: month, day: 1)?.daysSinceEpoch ?? 0
    }
    switch day {
    case .weekday(let weekday, let week, let month):
      let start = first(month, year)
      let end = month == 12 ? first(1, year + 1) : first(month + 1, year)
      // Day 0 was a Thursday.
      let ahead = (weekday - (start + 4) % 7 + 14) % 7
      let date = start + ahead + (week - 1) * 7
      return date >= end ? date - 7 : date
    case .ofCommonYear(let day):
      let start = first(1, year)
      let isLeap = first(3, year) - start == 60
      return start + day - 1 + (isLeap && day >= 60 ? 1 : 0)
    case .ofYear(let day): return first(1, year) + day
    }
  }
}
