import Links
import WebSyntax

extension Timestamp {
  /// Reads the times found in exports of other services: RFC 3339; the same with a space, without
  /// an offset or with one that has no colon or no minutes, or without seconds; a number of
  /// seconds, milliseconds or microseconds since 1970; or the forms of `SpelledTime`.
  ///
  /// - Parameter zone: the offset from UTC, in seconds, of times that have none.
  init?(foreign text: String, zone: Int = 0) {
    if let time = Self.common(text, zone: zone) {
      self = time
      return
    }
    guard let spelled = SpelledTime(text) else { return nil }
    self.init(secondsSinceEpoch: spelled.seconds - (spelled.offset ?? zone))
  }

  /// The forms that appear in files by the million.
  private static func common(_ text: String, zone: Int) -> Timestamp? {
    var bytes = Array(text.utf8)
    guard bytes.count >= 16, bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T") else {
      return Timestamp(foreignCount: text, zone: zone)
    }
    if let time = Timestamp(bytes) { return time }
    bytes[10] = UInt8(ascii: "T")
    if bytes.count == 16 { bytes += Array(":00".utf8) }
    if let sign = bytes[11...].lastIndex(where: {
      $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
    }) {
      if bytes.count == sign + 3 { bytes += Array(":00".utf8) }
      if bytes.count == sign + 5 { bytes.insert(UInt8(ascii: ":"), at: sign + 3) }
      return Timestamp(bytes)
    }
    var isUTC = false
    for ending in [" UTC", " GMT", "Z"] where bytes.hasSuffix(ending) {
      bytes.removeLast(ending.utf8.count)
      isUTC = true
      break
    }
    bytes.append(UInt8(ascii: "Z"))
    guard let time = Timestamp(bytes) else { return nil }
    return Timestamp(secondsSinceEpoch: time.secondsSinceEpoch - (isUTC ? 0 : zone))
  }

  private init?(foreignCount text: String, zone: Int) {
    guard let number = DecimalDigits.number(text.utf8) else {
      guard let time = Timestamp(dateOrTime: text) else { return nil }
      self.init(secondsSinceEpoch: time.secondsSinceEpoch - (text.utf8.count == 10 ? zone : 0))
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

extension [UInt8] {
  fileprivate func hasSuffix(_ text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
