/// The preferred language of a visitor, from an `Accept-Language` field (RFC 9110, section 12.5.4).
package enum AcceptedLanguage {
  /// The preferred tag in lower case, cut between subtags to at most fifteen bytes; empty for none. Of
  /// several with the same weight the first wins. Only the beginning of a long field is read.
  package static func preferred(_ field: Span<UInt8>) -> String {
    let count = min(field.count, limit)
    var best = (start: 0, end: 0, weight: 0)
    var start = 0
    while start < count {
      var end = start
      while end < count, field[end] != UInt8(ascii: ",") { end += 1 }
      let item = item(field, start, end)
      if item.weight > best.weight, item.end > item.start { best = item }
      start = end + 1
    }
    guard best.weight > 0 else { return "" }
    let bytes = (best.start..<best.end).map { field[$0] }
    return tag(bytes) ?? ""
  }

  /// A language tag in lower case, cut between subtags to fifteen bytes; nil for other texts.
  static func tag(_ text: some Collection<UInt8>) -> String? {
    var tag: [UInt8] = []
    var part = 0
    var end = 0
    for byte in text.prefix(64) {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A: tag.append(byte | 0x20)
      case 0x30...0x39 where !tag.isEmpty && end > 0: tag.append(byte)
      case UInt8(ascii: "-"), UInt8(ascii: "_"):
        guard part > 0 else { return nil }
        if end == 0, !(2...3).contains(part) { return nil }
        end = tag.count <= longest ? tag.count : end
        tag.append(UInt8(ascii: "-"))
        part = 0
        continue
      default: return nil
      }
      part += 1
      if part > 8 { return nil }
    }
    guard part > 0, end > 0 || (2...3).contains(part) else { return nil }
    if tag.count <= longest { end = tag.count }
    return String(decoding: tag[..<end], as: UTF8.self)
  }

  /// Strings up to this length need no heap allocation.
  private static let longest = 15
  private static let limit = 256

  /// The tag of an item and its weight in thousandths.
  private static func item(
    _ field: Span<UInt8>, _ start: Int, _ end: Int
  ) -> (start: Int, end: Int, weight: Int) {
    var first = start
    while first < end, isBlank(field[first]) { first += 1 }
    var last = first
    while last < end, field[last] != UInt8(ascii: ";"), !isBlank(field[last]) { last += 1 }
    var index = last
    while index < end, field[index] != UInt8(ascii: "=") { index += 1 }
    guard index < end else { return (first, last, 1000) }
    return (first, last, weight(field, index + 1, end))
  }

  private static func weight(_ field: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, isBlank(field[index]) { index += 1 }
    guard index < end else { return 0 }
    if field[index] == UInt8(ascii: "1") { return 1000 }
    guard field[index] == UInt8(ascii: "0"), index + 1 < end, field[index + 1] == 0x2E else {
      return 0
    }
    var weight = 0
    var unit = 100
    index += 2
    while index < end, (0x30...0x39).contains(field[index]), unit > 0 {
      weight += Int(field[index] - 0x30) * unit
      unit /= 10
      index += 1
    }
    return weight
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
