import WebSyntax

/// One line of the access log. Text fields are bytes of the request, never converted to strings.
package struct AccessLogRecord {
  /// The time in seconds since 1970, with a fraction.
  package var time: Double
  /// The address of the client; nil when it has none.
  package var client: ArraySlice<UInt8>?
  /// The requested host; empty when the request names none.
  package var host: ArraySlice<UInt8>
  package var method: ArraySlice<UInt8>
  /// The target as it may be logged.
  package var target: ArraySlice<UInt8>
  package var status: Int
  /// The bytes sent, head and body.
  package var bytes: Int
  /// The time from the last byte of the request to the last byte of the response.
  package var microseconds: Int
  /// The name of the outcome; empty for none.
  package var outcome: StaticString
  /// The value of `User-Agent`; nil when it is absent or not logged.
  package var userAgent: ArraySlice<UInt8>?

  package init(
    time: Double, client: ArraySlice<UInt8>?, host: ArraySlice<UInt8>, method: ArraySlice<UInt8>,
    target: ArraySlice<UInt8>, status: Int, bytes: Int, microseconds: Int, outcome: StaticString,
    userAgent: ArraySlice<UInt8>?
  ) {
    self.time = time
    self.client = client
    self.host = host
    self.method = method
    self.target = target
    self.status = status
    self.bytes = bytes
    self.microseconds = microseconds
    self.outcome = outcome
    self.userAgent = userAgent
  }
}

package struct AccessLogWriter {
  /// The complete lines not yet taken.
  package private(set) var lines: [UInt8] = []
  /// The last formatted second; most lines share it with the previous line.
  private var clock: [UInt8] = []
  private var second = -1

  package init() {}

  /// Returns the lines so far and starts over.
  package mutating func takeLines() -> [UInt8] {
    let taken = lines
    lines = []
    lines.reserveCapacity(taken.count)
    return taken
  }

  package mutating func append(_ record: borrowing AccessLogRecord) {
    append("{\"time\":\"")
    append(time: record.time)
    append("\",\"client\":")
    append(quoted: record.client)
    append(",\"host\":")
    append(quoted: record.host)
    append(",\"method\":")
    append(quoted: record.method)
    append(",\"target\":")
    append(quoted: record.target)
    append(",\"status\":")
    lines.append(decimal: record.status)
    append(",\"bytes\":")
    lines.append(decimal: record.bytes)
    append(",\"microseconds\":")
    lines.append(decimal: record.microseconds)
    append(",\"outcome\":\"")
    append(record.outcome)
    append("\",\"userAgent\":")
    append(quoted: record.userAgent)
    append("}\n")
  }

  private mutating func append(_ text: StaticString) {
    lines.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(time: Double) {
    let milliseconds = LogTime.milliseconds(time)
    if milliseconds / 1000 != second {
      second = milliseconds / 1000
      clock = Array(LogTime.string(time).utf8.dropLast("000Z".utf8.count))
    }
    lines += clock
    lines.append(decimal: milliseconds % 1000, width: 3)
    lines.append(UInt8(ascii: "Z"))
  }

  /// Appends bytes as a JSON string; invalid UTF-8 becomes U+FFFD.
  private mutating func append(quoted bytes: ArraySlice<UInt8>?) {
    guard let bytes else { return append("null") }
    lines.append(UInt8(ascii: "\""))
    if PlainText.isPlain(bytes) {
      lines += bytes
    } else {
      appendCarefully(String(decoding: bytes, as: UTF8.self))
    }
    lines.append(UInt8(ascii: "\""))
  }

  private mutating func appendCarefully(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case _ where Self.isHidden(scalar):
        append("\\u")
        for byte in [scalar.value >> 8, scalar.value].map(UInt8.init(truncatingIfNeeded:)) {
          lines += [Hexadecimal.digit(byte >> 4), Hexadecimal.digit(byte)]
        }
      default: lines += String(scalar).utf8
      }
    }
  }
}

extension AccessLogWriter {
  /// Whether terminals or editors would interpret a character rather than show it: ASCII and
  /// Latin-1 controls, text direction controls, and line separators.
  fileprivate static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}

/// Text that needs no escapes in JSON.
private enum PlainText {
  /// Returns whether all bytes are printable ASCII except quotation mark and backslash. Checks
  /// eight bytes at a time, since most log text is plain.
  static func isPlain(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBytes { raw in
      var index = 0
      while index &+ 8 <= raw.count {
        guard isPlain(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) else {
          return false
        }
        index &+= 8
      }
      return raw[index...].allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    }
  }

  private static func isPlain(_ word: UInt64) -> Bool {
    let controls = word &- ByteWords.every(0x20)
    let odd = controls | zeros(word ^ ByteWords.every(0x22)) | zeros(word ^ ByteWords.every(0x5C))
    // A byte of 0x80 or above has its own high bit set.
    return (odd | zeros(word ^ ByteWords.every(0x7F)) | word) & ByteWords.every(0x80) == 0
  }

  /// Returns a word with the high bit of each zero byte set; bytes after the first zero may be
  /// false positives.
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- ByteWords.every(0x01)) & ~word
  }
}

/// Log timestamps in RFC 3339 format, UTC, with milliseconds.
package enum LogTime {
  /// - Parameter seconds: the seconds since 1970; clamped to the years 1970 to 9999.
  package static func string(_ seconds: Double) -> String {
    let milliseconds = milliseconds(seconds)
    let days = milliseconds / 86_400_000
    let rest = milliseconds % 86_400_000
    let day = CivilDate(daysSinceEpoch: days)
    let date = "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
    let clock = "\(digits(rest / 3_600_000, 2)):\(digits(rest / 60_000 % 60, 2))"
    return "\(date)T\(clock):\(digits(rest / 1000 % 60, 2)).\(digits(rest % 1000, 3))Z"
  }

  /// Returns the time in whole milliseconds since 1970, clamped likewise.
  static func milliseconds(_ seconds: Double) -> Int {
    let limit = 253_402_300_799_999.0
    return seconds.isFinite ? Int(min(max(seconds * 1000, 0), limit)) : 0
  }

  private static func digits(_ number: Int, _ width: Int) -> String {
    DecimalDigits.text(number, width: width)
  }
}
