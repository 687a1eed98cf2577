import WebSyntax

/// What one line of the access log says besides its texts.
package struct AccessLogRecord {
  /// The time in seconds since 1970, with a fraction.
  package var time: Double
  package var status: Int
  /// The bytes sent, head and body.
  package var bytes: Int
  /// The time from the last byte of the request to the last byte of the response.
  package var microseconds: Int
  /// The name of the outcome; empty for none.
  package var outcome: StaticString

  package init(
    time: Double, status: Int, bytes: Int, microseconds: Int, outcome: StaticString
  ) {
    self.time = time
    self.status = status
    self.bytes = bytes
    self.microseconds = microseconds
    self.outcome = outcome
  }
}

package struct AccessLogWriter {
  /// The complete lines not yet taken.
  package private(set) var lines: [UInt8] = []
  /// The last formatted second; most lines share it with the previous line.
  private var clock: [UInt8] = []
  private var second = -1

  /// An upper bound for everything in a line besides its texts.
  private static let ownBytes = 320
  /// The length of `\u001f`, and an upper bound for what a byte becomes.
  private static let escapedBytes = 6

  package init() {}

  /// Returns the lines so far and starts over.
  package mutating func takeLines() -> [UInt8] {
    let taken = lines
    lines = []
    // With room for the last line's upper bound, if that was needed before.
    lines.reserveCapacity(min(taken.capacity, taken.count * 2))
    return taken
  }

  /// Appends a line. The texts are bytes of a request, never converted to strings unless they need escapes.
  ///
  /// - Parameters:
  ///   - client: the address of the client; nil when it has none.
  ///   - host: the requested host; empty when the request names none.
  ///   - target: the target as it may be logged.
  ///   - userAgent: the value of `User-Agent`; nil when it is absent or not logged.
  package mutating func append(
    _ record: AccessLogRecord, client: Span<UInt8>?, host: Span<UInt8>, method: Span<UInt8>,
    target: Span<UInt8>, userAgent: Span<UInt8>?
  ) {
    let milliseconds = LogTime.milliseconds(record.time)
    setClock(milliseconds, record.time)
    let texts =
      (client?.count ?? 0) + host.count + method.count + target.count + (userAgent?.count ?? 0)
    let room = Self.ownBytes + record.outcome.utf8CodeUnitCount + texts * Self.escapedBytes
    // Grows by doubling, or each line would move all before it.
    if lines.capacity < lines.count + room {
      lines.reserveCapacity(max(lines.count + room, lines.capacity * 2))
    }
    let clock = clock
    lines.append(addingCapacity: room) { output in
      output.withUnsafeMutableBufferPointer { buffer, filled in
        var line = ByteFilling(buffer, filled)
        line.append("{\"time\":\"")
        clock.withUnsafeBufferPointer { line.append($0) }
        line.append(decimal: milliseconds % 1000, width: 3)
        line.append("Z\",\"client\":")
        line.append(quoted: client)
        line.append(",\"host\":")
        line.append(quoted: host)
        line.append(",\"method\":")
        line.append(quoted: method)
        line.append(",\"target\":")
        line.append(quoted: target)
        line.append(",\"status\":")
        line.append(decimal: record.status)
        line.append(",\"bytes\":")
        line.append(decimal: record.bytes)
        line.append(",\"microseconds\":")
        line.append(decimal: record.microseconds)
        line.append(",\"outcome\":\"")
        line.append(record.outcome)
        line.append("\",\"userAgent\":")
        line.append(quoted: userAgent)
        line.append("}\n")
        filled = line.count
      }
    }
  }

  private mutating func setClock(_ milliseconds: Int, _ time: Double) {
    guard milliseconds / 1000 != second else { return }
    second = milliseconds / 1000
    clock = Array(LogTime.string(time).utf8.dropLast("000Z".utf8.count))
  }
}

extension ByteFilling {
  /// Appends bytes as a JSON string; invalid UTF-8 becomes U+FFFD.
  fileprivate mutating func append(quoted bytes: Span<UInt8>?) {
    guard let bytes else { return append("null") }
    append("\"")
    bytes.withUnsafeBufferPointer { bytes in
      if PlainText.isPlain(bytes) {
        append(bytes)
      } else {
        Self.escaped(String(decoding: bytes, as: UTF8.self))
          .withUnsafeBufferPointer { append($0) }
      }
    }
    append("\"")
  }

  private static func escaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
      case _ where isHidden(scalar):
        bytes += "\\u".utf8
        for byte in [scalar.value >> 8, scalar.value].map(UInt8.init(truncatingIfNeeded:)) {
          bytes += [Hexadecimal.digit(byte >> 4), Hexadecimal.digit(byte)]
        }
      default: bytes += String(scalar).utf8
      }
    }
    return bytes
  }

  /// Whether terminals or editors would interpret a character rather than show it: ASCII and
  /// Latin-1 controls, text direction controls, and line separators.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
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
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index &+ 8 <= raw.count {
      guard isPlain(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) else {
        return false
      }
      index &+= 8
    }
    return raw[index...].allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
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
