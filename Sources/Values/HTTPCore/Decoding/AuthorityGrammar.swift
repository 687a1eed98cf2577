import WebSyntax

/// `uri-host [ ":" port ]` (RFC 3986, section 3.2) without user information.
enum AuthorityGrammar {
  static func isValid(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let isPlain = !range.isEmpty && plainNameEnd(bytes, range) == range.upperBound
    return isPlain || port(bytes, range) != nil
  }

  /// The port; 0 when there is none, nil when the range is not an authority.
  static func port(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard let first = range.first else { return nil }
    let hostEnd =
      bytes[first] == UInt8(ascii: "[") ? addressEnd(bytes, range) : nameEnd(bytes, range)
    guard let hostEnd, hostEnd > first else { return nil }
    guard hostEnd < range.upperBound else { return 0 }
    guard bytes[hostEnd] == UInt8(ascii: ":"), range.upperBound - hostEnd <= 6 else { return nil }
    var port = 0
    for index in (hostEnd + 1)..<range.upperBound {
      let digit = Int(bytes[index]) - 0x30
      guard (0...9).contains(digit) else { return nil }
      port = port * 10 + digit
    }
    return port <= 65_535 ? port : nil
  }

  /// The index after `[`, an IPv6 address and `]`; addresses of later versions are not supported.
  private static func addressEnd(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard let close = range.first(where: { bytes[$0] == UInt8(ascii: "]") }) else { return nil }
    let address = bytes.extracting((range.lowerBound + 1)..<close)
    let text = address.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    guard text.utf8.contains(UInt8(ascii: ":")), IPAddress(text) != nil else { return nil }
    return close + 1
  }

  private static func nameEnd(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var index = plainNameEnd(bytes, range)
    while index < range.upperBound {
      if isNameByte(bytes[index]) {
        index += 1
      } else if bytes[index] == UInt8(ascii: "%") {
        guard range.upperBound - index > 2,
          PercentCoding.escapedByte(bytes, at: index + 1) != nil
        else { return nil }
        index += 3
      } else {
        return index
      }
    }
    return index
  }

  /// The end of letters, digits, full stops and hyphens, of which nearly every host consists.
  @inline(__always)
  private static func plainNameEnd(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    ByteScan.first(in: bytes, range) { block in
      .!(ByteScan.letters(block)
        .| (block &- ByteScan.every(UInt8(ascii: "0")) .< ByteScan.every(10))
        .| (block .== ByteScan.every(UInt8(ascii: ".")))
        .| (block .== ByteScan.every(UInt8(ascii: "-"))))
    }
  }

  /// `unreserved` and `sub-delims` except the comma, which would separate two hosts.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"),
      UInt8(ascii: "&")...UInt8(ascii: "+"), UInt8(ascii: ";"), UInt8(ascii: "="):
      true
    default: false
    }
  }
}
