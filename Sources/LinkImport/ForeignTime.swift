import Links
import WebSyntax

extension Timestamp {
  /// Reads a time as exports of other services are seen to write it: RFC 3339, the same with a
  /// space and without offset, or a count of seconds, milliseconds or microseconds since 1970.
  init?(foreign text: String) {
    var bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T") else {
      self.init(foreignCount: text)
      return
    }
    if let time = Timestamp(bytes) {
      self = time
      return
    }
    bytes[10] = UInt8(ascii: "T")
    for ending in [" UTC", " GMT", "Z"] where bytes.hasSuffix(ending) {
      bytes.removeLast(ending.utf8.count)
      break
    }
    bytes.append(UInt8(ascii: "Z"))
    self.init(bytes)
  }

  private init?(foreignCount text: String) {
    guard let number = DecimalDigits.number(text.utf8) else {
      self.init(dateOrTime: text)
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
