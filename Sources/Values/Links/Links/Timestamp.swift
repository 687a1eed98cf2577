import WebSyntax

/// A point in time as RFC 3339 writes it, in UTC, to the second.
package struct Timestamp: Hashable, Comparable, Sendable {
  package let secondsSinceEpoch: Int

  package init(secondsSinceEpoch: Int) {
    self.secondsSinceEpoch = secondsSinceEpoch
  }

  /// Reads `2026-11-21T01:31:09Z`, also with a fraction, which is dropped, or with an offset.
  package init?(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// Reads a time, or a date alone: its beginning in UTC.
  package init?(dateOrTime text: String) {
    guard let time = Timestamp(text) ?? Timestamp(text + "T00:00:00Z") else { return nil }
    self = time
  }

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

  /// Years of four digits in UTC: an offset or a leap second may lead beyond, and what is printed
  /// then could not be read again.
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
