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
