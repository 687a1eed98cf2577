import WebSyntax

/// The URL parts that Android compares with rules: decoded, in the UTF-16 units that `?` counts.
///
/// Source: the Android Open Source Project, `Uri`, `UriCodec` and `UriRelativeFilter`.
struct AndroidURL: Sendable {
  /// The path, empty or with its leading slash; an empty path is not `/`.
  let path: [UInt16]
  /// The query items as the system splits them, each with its name and `=`.
  let items: [ArraySlice<UInt16>]
  /// The fragment; nil when there is no `#`, in which case no fragment rule matches.
  let fragment: [UInt16]?

  init(_ url: WebURL) {
    path = Self.decoded(url.path)
    items = url.query.map { Self.items(Self.decoded($0)) } ?? []
    fragment = url.fragment.map(Self.decoded)
  }

  /// Splits a decoded query at `&`, or at `;` when that leaves it in one piece. Trailing empty
  /// items are dropped unless the query is not split.
  private static func items(_ query: [UInt16]) -> [ArraySlice<UInt16>] {
    let items = pieces(query, UInt16(UInt8(ascii: "&")))
    return items.count == 1 ? pieces(query, UInt16(UInt8(ascii: ";"))) : items
  }

  private static func pieces(_ query: [UInt16], _ separator: UInt16) -> [ArraySlice<UInt16>] {
    guard query.contains(separator) else { return [query[...]] }
    var pieces = query.split(separator: separator, omittingEmptySubsequences: false)
    while pieces.last?.isEmpty == true { pieces.removeLast() }
    return pieces
  }

  /// Resolves the escapes of a text. Invalid UTF-8 becomes U+FFFD, and so does an invalid escape,
  /// which also contributes the value of its digits so far as a character.
  static func decoded(_ text: String) -> [UInt16] {
    var decoded: [UInt16] = []
    var escaped: [UInt8] = []
    func flush() {
      decoded += Array(String(decoding: escaped, as: UTF8.self).utf16)
      escaped = []
    }
    let units = Array(text.utf16)
    var index = 0
    while index < units.count {
      let unit = units[index]
      index += 1
      guard unit == UInt16(UInt8(ascii: "%")) else {
        flush()
        decoded.append(unit)
        continue
      }
      var byte: UInt8 = 0
      for _ in 0..<2 {
        guard index < units.count else {
          flush()
          return decoded + [0xFFFD]
        }
        let digit = UInt8(exactly: units[index]).flatMap { Hexadecimal.value(of: $0) }
        index += 1
        guard let digit else {
          flush()
          decoded.append(0xFFFD)
          break
        }
        byte = byte << 4 | digit
      }
      escaped.append(byte)
    }
    flush()
    return decoded
  }
}
