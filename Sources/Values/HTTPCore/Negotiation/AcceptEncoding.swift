import WebSyntax

/// The codings that `Accept-Encoding` allows (RFC 9110, section 12.5.3).
struct AcceptEncoding {
  /// The weights in thousandths; nil for codings that are not listed.
  private var gzip: Int?
  private var identity: Int?
  private var others: Int?

  /// Whether gzip is allowed and preferred at least as much as no coding.
  static func prefersGzip(_ fields: HTTPFields) -> Bool {
    var accepted = AcceptEncoding()
    _ = fields.contains("Accept-Encoding") { value in
      accepted.note(value)
      return false
    }
    let wanted = accepted.gzip ?? accepted.others ?? 0
    return wanted > 0 && wanted >= accepted.identity ?? 0
  }

  /// The exact values sent by browsers and curl, compared as a whole without parsing.
  private static let usual = [
    "gzip, deflate, br, zstd", "gzip, deflate, br", "gzip, deflate", "gzip",
  ].map { Array($0.utf8) }

  /// Makes one pass over a list of codings; empty elements are ignored.
  private mutating func note(_ value: Span<UInt8>) {
    for usual in Self.usual {
      if ByteWords.areEqual(usual.span, value) { return gzip = 1000 }
    }
    var index = 0
    while index < value.count {
      let coding = Self.nextPart(value, &index)
      var weight: Int?
      while index < value.count, value[index] == UInt8(ascii: ";") {
        index &+= 1
        let parameter = Self.nextPart(value, &index)
        weight = weight ?? Self.quality(value, parameter).map { Self.weight(value, $0) }
      }
      note(value, coding, weight ?? 1000)
      index &+= 1
    }
  }

  private mutating func note(_ bytes: Span<UInt8>, _ coding: Range<Int>, _ weight: Int) {
    if ByteScan.equals(bytes, coding, "gzip") || ByteScan.equals(bytes, coding, "x-gzip") {
      gzip = weight
    } else if ByteScan.equals(bytes, coding, "identity") {
      identity = weight
    } else if ByteScan.equals(bytes, coding, "*") {
      others = weight
    }
  }

  /// The text before the next `;` or `,` without surrounding white space; the index moves to that
  /// separator.
  private static func nextPart(_ bytes: Span<UInt8>, _ index: inout Int) -> Range<Int> {
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: ";"), bytes[index] != UInt8(ascii: ",")
    {
      index &+= 1
    }
    return ByteScan.trimmed(bytes, start..<index)
  }

  /// The text after `q=`; nil for other parameters.
  private static func quality(_ bytes: Span<UInt8>, _ parameter: Range<Int>) -> Range<Int>? {
    guard parameter.count >= 2, ByteScan.equals(bytes, parameter.prefix(2), "q=") else {
      return nil
    }
    return parameter.dropFirst(2)
  }

  /// The weight in thousandths, such as 500 for `0.5`; an invalid weight counts as a refusal.
  private static func weight(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    guard let first = range.first, range.count <= 5 else { return 0 }
    guard bytes[first] == UInt8(ascii: "0") || bytes[first] == UInt8(ascii: "1") else { return 0 }
    var weight = bytes[first] == UInt8(ascii: "1") ? 1000 : 0
    guard range.count > 1 else { return weight }
    guard bytes[first + 1] == UInt8(ascii: ".") else { return 0 }
    var scale = 100
    for index in (first + 2)..<range.upperBound {
      let digit = Int(bytes[index]) - 0x30
      guard (0...9).contains(digit) else { return 0 }
      weight += digit * scale
      scale /= 10
    }
    return min(weight, 1000)
  }
}
