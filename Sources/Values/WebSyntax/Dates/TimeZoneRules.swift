/// The rules of a time zone, read from a file of the system's time zone database (TZif, RFC 9636).
///
/// Foundation's time zones would pull ICU into the binary and make it four times as large.
package struct TimeZoneRules: Equatable, Sendable {
  /// What clocks show during a part of the year.
  package struct Clock: Equatable, Sendable {
    /// Seconds east of UTC.
    package let offset: Int
    /// As in `CET`; a number such as `-03` where people have no name for it.
    package let abbreviation: String

    package init(offset: Int, abbreviation: String) {
      self.offset = offset
      self.abbreviation = abbreviation
    }

    package static let utc = Clock(offset: 0, abbreviation: "UTC")
  }

  /// When clocks change: seconds since 1970, ascending.
  private let changes: [Int]
  /// What clocks show from each change on.
  private let clocks: [Clock]
  /// What they show before the first change.
  private let first: Clock
  /// What they show after the last change; nil where the file does not say.
  private let rest: ClockChanges?

  package static let utc = TimeZoneRules(changes: [], clocks: [], first: .utc, rest: nil)

  private init(changes: [Int], clocks: [Clock], first: Clock, rest: ClockChanges?) {
    self.changes = changes
    self.clocks = clocks
    self.first = first
    self.rest = rest
  }

  /// Nil for bytes that are not such a file, and for files of the first version, which end in 2037.
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
    changes = times
    clocks = kinds.map { known[$0] }
    self.first = first
    rest = reader.footer().flatMap(ClockChanges.init)
  }

  /// What clocks show at a moment, in seconds since 1970.
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

  /// The moment at which clocks show a time.
  ///
  /// - Parameter local: what clocks show, as seconds since 1970-01-01T00:00 on the same clocks.
  /// - Returns: seconds since 1970; the first of two moments where clocks are set back, and where they
  ///   are set forward and skip the time, the moment as far behind the change.
  package func time(ofLocal local: Int) -> Int {
    let (before, after) = (clock(at: local - 86_400), clock(at: local + 86_400))
    let moments = [before, after].map { local - $0.offset }
    let exact = moments.filter { $0 + clock(at: $0).offset == local }
    return exact.min() ?? local - before.offset
  }
}

/// The two changes of clocks in each year, as POSIX writes them: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ClockChanges: Equatable, Sendable {
  private let standard: TimeZoneRules.Clock
  /// Nil where clocks do not change.
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

/// A moment of each year, by the clocks that show until then.
struct YearlyMoment: Equatable, Sendable {
  enum Day: Equatable, Sendable {
    /// A day of the week, 0 for Sunday, in a week of a month; the fifth is the last.
    case weekday(Int, week: Int, month: Int)
    /// 1 to 365, without 29 February.
    case ofCommonYear(Int)
    /// 0 to 365, with it.
    case ofYear(Int)
  }

  let day: Day
  /// Behind midnight, in seconds; may be negative, and more than a day.
  let time: Int

  /// Since 1970-01-01T00:00 by the same clocks.
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
