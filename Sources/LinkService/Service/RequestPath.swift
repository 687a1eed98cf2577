import HTTPCore

/// Whether a path can name anything at all.
enum RequestPath {
  /// False for broken percent-escapes, escapes that do not make UTF-8 or make a control character,
  /// and dot segments, written out or escaped: a client that means well has resolved them
  /// (RFC 3986, section 5.2.4), and whoever sends them wants to climb out of a folder.
  static func isAcceptable(_ path: ArraySlice<UInt8>) -> Bool {
    var needsLook = false
    var previous: UInt8 = 0
    for byte in path {
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: ".") && previous == UInt8(ascii: "/") {
        needsLook = true
        break
      }
      previous = byte
    }
    return !needsLook || isAcceptableInDetail(path)
  }

  private static func isAcceptableInDetail(_ path: ArraySlice<UInt8>) -> Bool {
    guard let decoded = PercentCoding.decode(path) else { return false }
    guard decoded.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
    guard String(validating: decoded, as: UTF8.self) != nil else { return false }
    return !decoded.split(separator: UInt8(ascii: "/")).contains { segment in
      segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8)
    }
  }
}
