/// The name in a Host field or in the authority of a URL.
package enum HTTPHost {
  /// The host in lower case, without its port and without one trailing dot; the very bytes that
  /// came in when there is nothing to change.
  package static func name(of authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let (length, hasCapitals) = measure(authority.span)
    let name = authority.prefix(length)
    return hasCapitals ? name.map(HTTPSyntax.lowercased)[...] : name
  }

  private static func measure(_ bytes: Span<UInt8>) -> (length: Int, hasCapitals: Bool) {
    var length = 0
    var hasCapitals = false
    let isAddress = bytes.count > 0 && bytes[0] == UInt8(ascii: "[")
    scan: while length < bytes.count {
      switch bytes[length] {
      case UInt8(ascii: ":") where !isAddress: break scan
      case UInt8(ascii: "]"):
        length += 1
        break scan
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasCapitals = true
      default: break
      }
      length += 1
    }
    if length > 1, bytes[length - 1] == UInt8(ascii: ".") { length -= 1 }
    return (length, hasCapitals)
  }
}
