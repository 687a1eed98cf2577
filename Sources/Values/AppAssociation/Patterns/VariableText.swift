extension StringProtocol {
  /// The range of the first `$(`; nil when there is none.
  var openingOfVariable: Range<Index>? {
    var rest = utf8[...]
    while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
      rest = rest[rest.index(after: dollar)...]
      if rest.first == UInt8(ascii: "(") { return dollar..<rest.index(after: rest.startIndex) }
    }
    return nil
  }

  /// Whether the text uses a variable.
  package var holdsVariable: Bool { openingOfVariable != nil }
}

extension String {
  /// Returns the text with every occurrence of one string replaced by another.
  package func replacingAll(_ wanted: String, with replacement: String) -> String {
    var result = ""
    var rest = utf8[...]
    while let byte = rest.first {
      if rest.starts(with: wanted.utf8), !wanted.isEmpty {
        result += replacement
        rest = rest.dropFirst(wanted.utf8.count)
      } else {
        let end = rest.dropFirst().firstIndex { $0 & 0xC0 != 0x80 } ?? rest.endIndex
        result += String(Substring(byte < 0x80 ? rest.prefix(1) : rest[..<end]))
        rest = byte < 0x80 ? rest.dropFirst() : rest[end...]
      }
    }
    return result
  }
}
