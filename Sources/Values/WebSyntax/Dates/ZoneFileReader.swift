/// A sequential reader for the parts of a time zone database file.
struct ZoneFileReader {
  struct Header {
    let version: UInt8
    let flags: Int
    let leapSeconds: Int
    let times: Int
    let types: Int
    let names: Int

    /// Returns the number of bytes after the header, for times of the given size in bytes.
    func bytes(ofTimes size: Int) -> Int {
      times * (size + 1) + types * 6 + names + leapSeconds * (size + 4) + flags
    }
  }

  private let file: [UInt8]
  private var position = 0

  init(_ file: [UInt8]) {
    self.file = file
  }

  /// Reads a header; nil when there is none or its numbers are implausibly large.
  mutating func header() -> Header? {
    guard let magic = bytes(4), magic.elementsEqual("TZif".utf8), let version = bytes(1)?.first,
      skip(15), let counts = numbers(6, ofBytes: 4),
      counts.allSatisfy({ (0...65_536).contains($0) })
    else { return nil }
    return Header(
      version: version, flags: counts[0] + counts[1], leapSeconds: counts[2], times: counts[3],
      types: counts[4], names: counts[5])
  }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= file.count - position else { return nil }
    defer { position += count }
    return file[position..<position + count]
  }

  mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

  /// Reads numbers in network order; those of more than one byte are signed.
  mutating func numbers(_ count: Int, ofBytes size: Int) -> [Int]? {
    guard let bytes = bytes(count * size) else { return nil }
    return (0..<count).map { index in
      let start = bytes.startIndex + index * size
      let bits = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard size > 1 else { return Int(bits) }
      let shift = UInt64(64 - 8 * size)
      return Int(Int64(bitPattern: bits << shift) >> Int64(shift))
    }
  }

  /// Reads the local time types: seconds east of UTC, and the offset of the name.
  mutating func types(_ count: Int) -> [(offset: Int, name: Int)]? {
    var types: [(offset: Int, name: Int)] = []
    for _ in 0..<count {
      guard let offset = numbers(1, ofBytes: 4)?.first, skip(1), let name = bytes(1)?.first,
        abs(offset) < 200_000
      else { return nil }
      types.append((offset, Int(name)))
    }
    return types
  }

  /// Reads the last line; nil when it is absent or empty.
  mutating func footer() -> String? {
    guard let rest = bytes(file.count - position), rest.first == 0x0A, rest.last == 0x0A,
      rest.count > 2
    else { return nil }
    return String(decoding: rest.dropFirst().dropLast(), as: UTF8.self)
  }
}

/// A scanner for the parts of a rule in POSIX notation.
struct ClockScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = Substring(text).utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  func isAt(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isAt(character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Scans a name: letters, or anything between angle brackets.
  mutating func name() -> String? {
    let isQuoted = take("<")
    let text = rest.prefix {
      isQuoted ? $0 != UInt8(ascii: ">") : ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A
    }
    rest = rest[text.endIndex...]
    guard text.count >= 3, !isQuoted || take(">") else { return nil }
    return String(Substring(text))
  }

  /// Scans `[+-]hh[:mm[:ss]]` and returns it in seconds.
  mutating func hours() -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard var seconds = number(to: 167).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where take(":") {
      guard let part = number(to: 59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  mutating func moment() -> YearlyMoment? {
    let day: YearlyMoment.Day
    if take("M") {
      guard let month = number(to: 12), month > 0, take("."), let week = number(to: 5), week > 0,
        take("."), let weekday = number(to: 6)
      else { return nil }
      day = .weekday(weekday, week: week, month: month)
    } else if take("J") {
      guard let number = number(to: 365), number > 0 else { return nil }
      day = .ofCommonYear(number)
    } else {
      guard let number = number(to: 365) else { return nil }
      day = .ofYear(number)
    }
    guard take("/") else { return YearlyMoment(day: day, time: 2 * 3600) }
    return hours().map { YearlyMoment(day: day, time: $0) }
  }

  private mutating func number(to limit: Int) -> Int? {
    let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard !digits.isEmpty, digits.count <= 3 else { return nil }
    rest = rest[digits.endIndex...]
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return number <= limit ? number : nil
  }
}
