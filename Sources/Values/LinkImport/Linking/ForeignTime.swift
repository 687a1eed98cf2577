import Links
import WebSyntax

extension Timestamp {
  /// Reads the times found in exports of other services: RFC 3339; the same with a space, without
  /// an offset or with one that has no colon or no minutes, or without seconds; a number of
  /// seconds, milliseconds or microseconds since 1970; or the forms of `SpelledTime`.
  ///
  /// - Parameter zone: the zone of times that name no offset.
  init?(foreign text: String, zone: LocalZone = .utc) {
    if let time = Self.common(text, zone: zone) {
      self = time
      return
    }
    guard let spelled = SpelledTime(text) else { return nil }
    self =
      spelled.offset.map { Timestamp(secondsSinceEpoch: spelled.seconds - $0) }
      ?? zone.moment(ofLocal: Timestamp(secondsSinceEpoch: spelled.seconds))
  }

  /// The forms that appear in files by the million: RFC 3339, and what databases write.
  private static func common(_ text: String, zone: LocalZone) -> Timestamp? {
    var bytes = Array(text.utf8)
    guard bytes.count >= 16, bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T") else {
      return Timestamp(foreignCount: text, zone: zone)
    }
    if let time = Timestamp(bytes) { return time }
    bytes[10] = UInt8(ascii: "T")
    return Timestamp(bytes + [UInt8(ascii: "Z")]).map(zone.moment)
  }

  private init?(foreignCount text: String, zone: LocalZone) {
    guard let number = DecimalDigits.number(text.utf8) else {
      guard let time = Timestamp(dateOrTime: text) else { return nil }
      self = text.utf8.count == 10 ? zone.moment(ofLocal: time) : time
      return
    }
    switch text.utf8.count {
    case 9...10: self.init(secondsSinceEpoch: number)
    case 12...13: self.init(secondsSinceEpoch: number / 1000)
    case 15...16: self.init(secondsSinceEpoch: number / 1_000_000)
    default: return nil
    }
  }
}

/// A time as people, spreadsheets and programs write it: `1 Jan 2030`, `31.12.2029 18:00`,
/// `12/31/2029 6:00 PM`, `Tue Jan 01 2030 00:00:00 GMT+0100 (CET)`.
///
/// Ambiguous dates are not read: `01/02/2030` is in January in some countries, in February in
/// others.
struct SpelledTime {
  /// The offset from UTC in seconds; nil when there is none, and the caller's zone applies.
  let offset: Int?
  /// The seconds since 1970 as if the clock were in UTC.
  let seconds: Int

  private enum Token: Equatable {
    case number(value: Int, digits: Int)
    case word(String)
    case mark(UInt8)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let longest = 100

  init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    var reader = Reader(tokens: Self.tokens(text))
    guard reader.read(), let day = reader.day, reader.hour < 24, reader.minute < 60,
      reader.second < 61
    else { return nil }
    offset = reader.offset
    seconds = ((day * 24 + reader.hour) * 60 + reader.minute) * 60 + reader.second
  }

  /// The words and numbers of a text, up to a comment in parentheses.
  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var rest = text.lowercased().utf8.prefix { $0 != UInt8(ascii: "(") }[...]
    while let byte = rest.first {
      if ASCII.isDigit(byte) {
        let digits = rest.prefix { ASCII.isDigit($0) }
        tokens.append(
          .number(value: DecimalDigits.number(digits) ?? -1, digits: digits.count))
        rest = rest.dropFirst(digits.count)
      } else if ASCII.isAlphanumeric(byte) {
        let letters = rest.prefix { ASCII.isAlphanumeric($0) && !ASCII.isDigit($0) }
        tokens.append(.word(String(Substring(letters))))
        rest = rest.dropFirst(letters.count)
      } else {
        if byte != 0x20, byte != UInt8(ascii: ",") { tokens.append(.mark(byte)) }
        rest = rest.dropFirst()
      }
    }
    return tokens
  }

  private struct Reader {
    var tokens: [Token]
    private var index = 0
    private var numbers: [(value: Int, digits: Int)] = []
    private var month: Int?
    private var separators: Set<UInt8> = []
    private(set) var (hour, minute, second) = (0, 0, 0)
    private(set) var offset: Int?
    private var hasTime = false

    init(tokens: [Token]) {
      self.tokens = tokens
    }

    private func token(_ ahead: Int = 0) -> Token? {
      tokens.indices.contains(index + ahead) ? tokens[index + ahead] : nil
    }

    /// Reads all tokens; false when the text contains anything else.
    mutating func read() -> Bool {
      while let token = token() {
        switch token {
        case .number:
          if !hasTime, self.token(1) == .mark(UInt8(ascii: ":")) {
            guard readClock() else { return false }
            continue
          }
          guard !hasTime || numbers.count < 3, case .number(let value, let digits) = token else {
            return false
          }
          numbers.append((value, digits))
        case .word(let word): guard take(word) else { return false }
        case .mark(let mark):
          if hasTime, mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-") {
            guard readOffset(isBehind: mark == UInt8(ascii: "-")) else { return false }
            continue
          }
          guard "/.-".utf8.contains(mark) else { return false }
          separators.insert(mark)
        }
        index += 1
      }
      return numbers.count <= 3
    }

    private mutating func take(_ word: String) -> Bool {
      switch word {
      case "am" where (1...12).contains(hour): if hour == 12 { hour = 0 }
      case "pm" where (1...12).contains(hour): if hour < 12 { hour += 12 }
      case "z", "utc", "gmt": offset = 0
      case "t", "at", "of", "st", "nd", "rd", "th": break
      default:
        let start = String(word.prefix(3))
        if let index = SpelledTime.months.firstIndex(of: start), month == nil, word.count >= 3 {
          month = index + 1
        } else {
          return ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].contains(start)
        }
      }
      return true
    }

    private mutating func readClock() -> Bool {
      var parts: [Int] = []
      while parts.count < 3, case .number(let value, let digits)? = token(), digits <= 2 {
        parts.append(value)
        index += 1
        guard token() == .mark(UInt8(ascii: ":")) else { break }
        index += 1
      }
      guard parts.count >= 2 else { return false }
      (hour, minute, second) = (parts[0], parts[1], parts.count > 2 ? parts[2] : 0)
      // A fraction of a second is dropped.
      if token() == .mark(UInt8(ascii: ".")), case .number? = token(1) { index += 2 }
      hasTime = true
      return true
    }

    private mutating func readOffset(isBehind: Bool) -> Bool {
      guard case .number(let value, let digits)? = token(1) else { return false }
      index += 2
      var (hours, minutes) = digits > 2 ? (value / 100, value % 100) : (value, 0)
      if digits <= 2, token() == .mark(UInt8(ascii: ":")), case .number(let more, 2)? = token(1) {
        minutes = more
        index += 2
      }
      guard [1, 2, 4].contains(digits), hours < 24, minutes < 60 else { return false }
      hours *= isBehind ? -1 : 1
      offset = hours * 3600 + minutes * (isBehind ? -60 : 60)
      return true
    }

    /// The days since 1970; nil without a date.
    var day: Int? {
      date.flatMap { CivilDate(year: $0.year, month: $0.month, day: $0.day)?.daysSinceEpoch }
    }

    private var date: (year: Int, month: Int, day: Int)? {
      if let month {
        guard numbers.count == 2, let year = numbers.firstIndex(where: { $0.digits == 4 }) else {
          return nil
        }
        return (numbers[year].value, month, numbers[1 - year].value)
      }
      if numbers.count == 1, numbers[0].digits == 8 {
        let value = numbers[0].value
        return (value / 10_000, value / 100 % 100, value % 100)
      }
      guard numbers.count == 3, separators.count == 1 else { return nil }
      if numbers[0].digits == 4 { return (numbers[0].value, numbers[1].value, numbers[2].value) }
      guard numbers[2].digits == 4 else { return nil }
      let (first, second, year) = (numbers[0].value, numbers[1].value, numbers[2].value)
      // With dots, the day comes first in all countries that write dates this way.
      if separators == [UInt8(ascii: ".")] || first > 12 { return (year, second, first) }
      return second > 12 || first == second ? (year, first, second) : nil
    }
  }
}

enum ForeignNumber {
  /// Reads `1234`, also with separators between groups of three digits; nil for anything else.
  static func whole(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    let marks: Set<Character> = [",", ".", "'", "\u{2019}", " ", "\u{A0}", "\u{202F}", "_"]
    let groups = text.split(omittingEmptySubsequences: false) { marks.contains($0) }
    guard groups.count > 1, let first = groups.first, (1...3).contains(first.utf8.count),
      groups.dropFirst().allSatisfy({ $0.utf8.count == 3 }),
      Set(text.filter { marks.contains($0) }).count == 1
    else { return nil }
    return DecimalDigits.number(groups.joined().utf8)
  }
}
