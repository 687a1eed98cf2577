import WebSyntax

/// One element of the `Forwarded` field (RFC 7239, section 4): a proxy's statement about the hop
/// before it.
struct ForwardedElement {
  /// The address of the hop; nil for `unknown`, an obfuscated name, or an invalid value.
  private(set) var address: IPAddress?
  /// The ranges of the values of `host` and `proto` in the element, without quotation marks; nil if
  /// absent, and for values with escapes, which neither needs.
  private(set) var host: Range<Int>?
  private(set) var scheme: Range<Int>?

  /// An element that repeats a parameter has no address (section 4): two readers might each choose a
  /// different one.
  init(_ element: Span<UInt8>) {
    var hasNode = false
    var start = 0
    while start < element.count {
      let end = Self.end(ofPairAt: start, in: element)
      if let (name, value) = Self.pair(element, start..<end) {
        if ByteScan.equals(element, name, "for") {
          address = hasNode ? nil : Self.node(element, value)
          hasNode = true
        } else if ByteScan.equals(element, name, "host") {
          host = Self.plain(element, value)
        } else if ByteScan.equals(element, name, "proto") {
          scheme = Self.plain(element, value)
        }
      }
      start = end + 1
    }
  }

  /// The index of the next semicolon outside quotation marks, or the end of the element.
  private static func end(ofPairAt start: Int, in element: Span<UInt8>) -> Int {
    var isQuoted = false
    var index = start
    while index < element.count {
      switch element[index] {
      case UInt8(ascii: ";") where !isQuoted: return index
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\\") where isQuoted: index += 1
      default: break
      }
      index += 1
    }
    return element.count
  }

  private static func pair(
    _ element: Span<UInt8>, _ range: Range<Int>
  ) -> (name: Range<Int>, value: Range<Int>)? {
    guard let equals = range.first(where: { element[$0] == UInt8(ascii: "=") }) else { return nil }
    return (
      ByteScan.trimmed(element, range.lowerBound..<equals),
      ByteScan.trimmed(element, (equals + 1)..<range.upperBound)
    )
  }

  /// The range of the value without its quotation marks; nil for a malformed or escaped value.
  private static func plain(_ element: Span<UInt8>, _ value: Range<Int>) -> Range<Int>? {
    guard let first = value.first, element[first] == UInt8(ascii: "\"") else { return value }
    let text = (first + 1)..<max(first + 1, value.upperBound - 1)
    guard value.count >= 2, element[value.upperBound - 1] == UInt8(ascii: "\""),
      !text.contains(where: { isQuoting(element[$0]) })
    else { return nil }
    return text
  }

  private static func isQuoting(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// The length in bytes of the longest address with brackets and port, with every character escaped.
  private static let longestNode = 2 * ForwardedNode.longest + 2

  private static func node(_ element: Span<UInt8>, _ value: Range<Int>) -> IPAddress? {
    guard value.count <= longestNode else { return nil }
    if let text = plain(element, value) { return ForwardedNode.address(element.extracting(text)) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longestNode) { buffer in
      buffer.initialize(repeating: 0)
      guard let count = unescape(element, value, into: buffer) else { return nil }
      return ForwardedNode.address(Span(_unsafeElements: buffer).extracting(0..<count))
    }
  }

  /// Copies a quoted string without its quotation marks and escapes, and returns the number of bytes; nil
  /// if it is malformed.
  private static func unescape(
    _ element: Span<UInt8>, _ value: Range<Int>, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    var count = 0
    var index = value.lowerBound + 1
    while index < value.upperBound {
      switch element[index] {
      case UInt8(ascii: "\""): return index == value.upperBound - 1 ? count : nil
      case UInt8(ascii: "\\"): index += 1
      default: break
      }
      guard index < value.upperBound, count < buffer.count else { return nil }
      buffer[count] = element[index]
      count += 1
      index += 1
    }
    return nil
  }
}

/// The notation of an address in proxy fields (RFC 7239, section 6): `192.0.2.1`, `192.0.2.1:80`,
/// `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`, and obfuscated ports such as `192.0.2.1:_x`.
enum ForwardedNode {
  /// The maximum length in bytes: an address of 45 characters in brackets, and as many again for a port.
  static let longest = 94

  /// The address of a node; nil for `unknown`, obfuscated names, and anything else.
  static func address(_ node: Span<UInt8>) -> IPAddress? {
    guard !node.isEmpty, node.count <= longest else { return nil }
    if node[0] == UInt8(ascii: "[") {
      guard let close = node.indices.first(where: { node[$0] == UInt8(ascii: "]") }),
        isPort(node, (close + 1)..<node.count)
      else { return nil }
      return IPAddress(node.extracting(1..<close))
    }
    if let address = IPAddress(node) { return address }
    guard let colon = node.indices.first(where: { node[$0] == UInt8(ascii: ":") }),
      isPort(node, colon..<node.count)
    else { return nil }
    return IPAddress(node.extracting(0..<colon))
  }

  /// Whether the range is empty, or holds a colon and a port (section 6.3).
  private static func isPort(_ node: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let colon = range.first else { return true }
    let port = (colon + 1)..<range.upperBound
    guard node[colon] == UInt8(ascii: ":"), let first = port.first else { return false }
    guard node[first] == UInt8(ascii: "_") else {
      return port.count <= 5 && port.allSatisfy { ASCII.isDigit(node[$0]) }
    }
    return port.count > 1
      && port.dropFirst().allSatisfy { index in
        switch node[index] {
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: ASCII.isAlphanumeric(node[index])
        }
      }
  }
}
