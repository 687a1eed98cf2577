extension JSONNode {
  /// Returns the source text of an object or array within its own document; nil for other values or
  /// another document.
  package func text(in document: [UInt8]) -> ArraySlice<UInt8>? {
    guard document.indices.contains(offset), [0x5B, 0x7B].contains(document[offset]) else {
      return nil
    }
    var depth = 0
    var isInString = false
    var index = offset
    while index < document.count {
      switch document[index] {
      case UInt8(ascii: "\\") where isInString: index += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString: depth += 1
      case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString:
        depth -= 1
        if depth == 0 { return document[offset...index] }
      default: break
      }
      index += 1
    }
    return nil
  }
}
