/// The name in a Host field or in the authority of a URL.
package enum HTTPHost {
  /// The host in lower case, without its port and without one trailing dot; the very bytes that
  /// came in when there is nothing to change.
  package static func name(of authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = authority.endIndex
    var hasCapitals = false
    for index in authority.indices {
      let byte = authority[index]
      if byte == UInt8(ascii: ":"), authority.first != UInt8(ascii: "[") {
        end = index
        break
      }
      if byte == UInt8(ascii: "]") {
        end = index + 1
        break
      }
      if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { hasCapitals = true }
    }
    var name = authority[..<end]
    if name.last == UInt8(ascii: "."), name.count > 1 { name.removeLast() }
    return hasCapitals ? name.map(HTTPSyntax.lowercased)[...] : name
  }
}
