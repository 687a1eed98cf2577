/// What `Accept-Encoding` allows (RFC 9110, section 12.5.3).
struct AcceptEncoding {
  /// Weights in thousandths; nil for what is not named.
  private var gzip: Int?
  private var identity: Int?
  private var others: Int?

  /// Whether gzip is allowed and wanted at least as much as no coding at all.
  static func prefersGzip(_ fields: HTTPFields) -> Bool {
    var accepted = AcceptEncoding()
    _ = fields.contains("Accept-Encoding") { value in
      accepted.note(value)
      return false
    }
    let wanted = accepted.gzip ?? accepted.others ?? 0
    return wanted > 0 && wanted >= accepted.identity ?? 0
  }

  /// What browsers and curl send, word for word: compared as a whole, it need not be read.
  private static let usual = [
    "gzip, deflate, br, zstd", "gzip, deflate, br", "gzip, deflate", "gzip",
  ].map { Array($0.utf8) }

  /// One pass over a list of codings; empty elements name nothing.
  private mutating func note(_ value: Span<UInt8>) {
    for usual in Self.usual {
      if ByteWords.areEqual(usual.span, value) { return gzip = 1000 }
    }
    var place = 0
    while place < value.count {
      let coding = Self.nextPart(value, &place)
      var weight: Int?
      while place < value.count, value[place] == UInt8(ascii: ";") {
        place &+= 1
        let parameter = Self.nextPart(value, &place)
        weight = weight ?? Self.quality(value, parameter).map { Self.weight(value, $0) }
      }
      note(value, coding, weight ?? 1000)
      place &+= 1
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

  /// What stands before the next `;` or `,`, to which the place is moved, without white space
  /// around it.
  private static func nextPart(_ bytes: Span<UInt8>, _ place: inout Int) -> Range<Int> {
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: ";"), bytes[place] != UInt8(ascii: ",")
    {
      place &+= 1
    }
    return ByteScan.trimmed(bytes, start..<place)
  }

  /// What follows `q=`; nil for other parameters.
  private static func quality(_ bytes: Span<UInt8>, _ parameter: Range<Int>) -> Range<Int>? {
    guard parameter.count >= 2, ByteScan.equals(bytes, parameter.prefix(2), "q=") else {
      return nil
    }
    return parameter.dropFirst(2)
  }

  /// `0.5` as 500; what is no weight counts as refusal.
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
