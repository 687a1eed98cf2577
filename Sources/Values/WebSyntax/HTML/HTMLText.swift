/// Escaping of text for HTML.
public enum HTMLText {
  /// Escapes `&`, `<`, `>` and both quotation marks as character references, which makes the text
  /// safe between tags and inside quoted attributes. NUL, which HTML cannot hold, becomes U+FFFD.
  public static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: { reference($0) != nil }) else { return text }
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      if let reference = UInt8(exactly: scalar.value).flatMap(reference) {
        escaped += "\(reference)"
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns what stands for a byte, mostly its character reference; nil for the byte itself.
  package static func reference(_ byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    case 0: "\u{FFFD}"
    default: nil
    }
  }
}
