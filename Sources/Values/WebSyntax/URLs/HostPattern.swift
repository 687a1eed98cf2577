/// A host name, or `*.` and a host name, which matches any host exactly one label deeper.
///
/// Names are stored in lower case without a trailing dot, internationalised names in Punycode, as in
/// entitlements and certificates, and addresses with four numbers, as browsers send them.
public struct HostPattern: Hashable, Sendable {
  /// The name without the wildcard.
  public let name: String
  /// Whether the name is preceded by `*.`.
  public let isWildcard: Bool

  /// Parses a pattern; nil unless it is a DNS name of letters, digits, hyphens and underscores,
  /// with at most 253 characters and labels of at most 63, or becomes one in Punycode. `*` is allowed
  /// only as the whole first label. A name that ends in a number has to be an IPv4 address.
  public init?(_ text: String) {
    let label = text.hasPrefix("*.") ? "*." : ""
    guard let ascii = HostName.inPunycode(String(text.dropFirst(label.count))) else { return nil }
    var name = label + ascii.lowercased()
    if name.hasSuffix("."), name.count > 1 { name.removeLast() }
    isWildcard = name.hasPrefix("*.")
    if isWildcard { name.removeFirst(2) }
    guard HostName.isValid(name) else { return nil }
    guard HostName.endsInNumber(name) else {
      self.name = name
      return
    }
    guard !isWildcard, let address = IPAddress.number(inParts: name) else { return nil }
    self.name = IPAddress(v4: address).description
  }

  /// Whether a label of the name is written in Punycode.
  package var isInternational: Bool {
    name.split(separator: ".").contains { $0.hasPrefix("xn--") }
  }

  /// Returns whether the pattern matches a host, ignoring case and a trailing dot; non-ASCII hosts
  /// are compared in Punycode.
  public func matches(_ host: String) -> Bool {
    if !host.utf8.allSatisfy({ $0 < 0x80 }) {
      return HostName.inPunycode(host).map(matches) ?? false
    }
    let dot = UInt8(ascii: ".")
    var host = host.utf8[...]
    if host.last == dot { host.removeLast() }
    if isWildcard {
      guard let first = host.firstIndex(of: dot), first != host.startIndex else { return false }
      host = host[host.index(after: first)...]
    }
    return host.elementsEqual(name.utf8) { byte, wanted in
      ASCII.lowercased(byte) == wanted
    }
  }
}

extension HostPattern: CustomStringConvertible {
  /// The normalised pattern.
  public var description: String { isWildcard ? "*." + name : name }
}

/// DNS names, as in URLs and certificates, with internationalised names in Punycode.
@usableFromInline
package enum HostName {
  /// Returns whether a name, in lower case and without a trailing dot, has at most 253 bytes and
  /// consists of labels of 1 to 63 letters, digits, hyphens and underscores (RFC 1035, section
  /// 2.3.4). A hyphen cannot begin or end a label (RFC 952).
  package static func isValid(_ name: String) -> Bool {
    name.utf8.count <= 253
      && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isLabel)
  }

  /// Returns whether a lower-case name may contain the byte.
  @inlinable @inline(__always)
  package static func isNameByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || isLabelByte(byte)
  }

  @inlinable @inline(__always)
  static func isLabelByte(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "a") < 26 || ASCII.isDigit(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func isLabel(_ label: Substring) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return (1...63).contains(label.utf8.count) && label.utf8.first != hyphen
      && label.utf8.last != hyphen && label.utf8.allSatisfy(isLabelByte)
  }
}
