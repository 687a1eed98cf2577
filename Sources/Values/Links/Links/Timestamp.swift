import WebSyntax

/// A point in time in UTC, to the second, in the notation of RFC 3339.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package let secondsSinceEpoch: Int

  package init(secondsSinceEpoch: Int) {
    self.secondsSinceEpoch = secondsSinceEpoch
  }

  /// Reads `2026-11-21T01:31:09Z`, also with an offset or with a fraction, which is dropped; nil for
  /// any other text.
  package init?(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// Reads a time, or a date alone as its beginning in UTC; nil for any other text.
  package init?(dateOrTime text: String) {
    guard let time = Timestamp(text) ?? Timestamp(text + "T00:00:00Z") else { return nil }
    self = time
  }

  /// Reads the bytes of a time as `init(_:)` does; nil for any others.
  package init?(_ bytes: [UInt8]) {
    func number(_ range: Range<Int>) -> Int? {
      range.upperBound <= bytes.count ? DecimalDigits.number(bytes[range]) : nil
    }
    func isAt(_ index: Int, _ characters: String) -> Bool {
      index < bytes.count && characters.utf8.contains(bytes[index])
    }
    guard let year = number(0..<4), isAt(4, "-"), let month = number(5..<7), isAt(7, "-"),
      let day = number(8..<10), isAt(10, "Tt"), let hour = number(11..<13), isAt(13, ":"),
      let minute = number(14..<16), isAt(16, ":"), let second = number(17..<19),
      let date = CivilDate(year: year, month: month, day: day), hour < 24, minute < 60, second < 61
    else { return nil }
    var end = 19
    if isAt(end, ".") {
      end += 1
      let start = end
      while end < bytes.count, ASCII.isDigit(bytes[end]) { end += 1 }
      guard end > start else { return nil }
    }
    var offset = 0
    if isAt(end, "Zz") {
      guard end + 1 == bytes.count else { return nil }
    } else {
      guard isAt(end, "+-"), let hours = number((end + 1)..<(end + 3)), isAt(end + 3, ":"),
        let minutes = number((end + 4)..<(end + 6)), end + 6 == bytes.count, hours < 24,
        minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (isAt(end, "-") ? -60 : 60)
    }
    let seconds = (date.daysSinceEpoch * 24 + hour) * 3600 + minute * 60 + second - offset
    guard Self.printable.contains(seconds) else { return nil }
    secondsSinceEpoch = seconds
  }

  /// The years 0 to 9999 in UTC: an offset or leap second may lead beyond, and the printed time could
  /// not be read again.
  private static let printable = -62_167_219_200...253_402_300_799

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.secondsSinceEpoch < right.secondsSinceEpoch
  }
}

extension Timestamp: CustomStringConvertible {
  package var description: String {
    let days = Int((Double(secondsSinceEpoch) / 86_400).rounded(.down))
    let rest = secondsSinceEpoch - days * 86_400
    let date = CivilDate(daysSinceEpoch: days)
    func digits(_ number: Int, _ width: Int) -> String {
      DecimalDigits.text(number, width: width)
    }
    return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
      + "T\(digits(rest / 3600, 2)):\(digits(rest / 60 % 60, 2)):\(digits(rest % 60, 2))Z"
  }
}

/// A time as people write it: RFC 3339, a date alone, or a distance from now such as `24h` or `7d`.
package enum PointInTime: Equatable, Sendable {
  case at(Timestamp)
  /// The beginning of a day, in days since 1970.
  case day(Int)
  /// A distance in seconds.
  case distance(Int)

  /// Reads such a time; nil for any other text.
  package init?(_ text: String) {
    if let time = Timestamp(text) {
      self = .at(time)
      return
    }
    if let start = Timestamp(dateOrTime: text) {
      self = .day(LocalZone.utc.day(of: start))
      return
    }
    let units = ["h": 3600, "d": 86_400, "w": 7 * 86_400]
    guard let seconds = text.last.flatMap({ units[String($0)] }),
      let count = DecimalDigits.number(text.utf8.dropLast()), (1...100_000).contains(count)
    else { return nil }
    self = .distance(count * seconds)
  }

  /// The time, with a distance leading into the past.
  ///
  /// - Parameter zone: the zone in which a day begins.
  package func before(_ now: Timestamp, in zone: LocalZone = .utc) -> Timestamp {
    switch self {
    case .at(let time): time
    case .day(let day): zone.start(ofDay: day)
    case .distance(let seconds): Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - seconds)
    }
  }

  /// The time, with a distance leading into the future.
  package func after(_ now: Timestamp) -> Timestamp {
    guard case .distance(let seconds) = self else { return before(now) }
    return Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + seconds)
  }
}
