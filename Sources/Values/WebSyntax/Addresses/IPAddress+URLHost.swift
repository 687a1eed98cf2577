extension IPAddress {
  /// Parses the host of a URL as the address that clients connect to, in any notation: `127.0.0.1`,
  /// `127.1`, `0x7f.1`, `0177.0.0.1`, `2130706433` or `[::1]`, also with percent-encoded digits, a
  /// zone or a trailing dot. Nil for a name.
  ///
  /// Source: the URL Standard, IPv4 parser, which works like `inet_aton`.
  package init?(urlHost host: String) {
    let host = PercentCoding.decodeLossy(Array(host.utf8)[...])
    if host.hasPrefix("["), host.hasSuffix("]") {
      self.init(host.dropFirst().dropLast().prefix { $0 != "%" })
      return
    }
    guard let number = Self.number(inParts: host) else { return nil }
    self.init(v4: number)
  }

  private static func number(inParts host: String) -> UInt32? {
    var parts = host.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    guard let last = parts.popLast().flatMap(number), parts.count < 4 else { return nil }
    var address: UInt64 = 0
    for part in parts {
      guard let byte = number(part), byte <= 255 else { return nil }
      address = address << 8 | byte
    }
    // The last part provides all remaining bytes.
    let bits = UInt64(32 - 8 * parts.count)
    guard last < 1 << bits else { return nil }
    return UInt32(truncatingIfNeeded: address << bits | last)
  }

  private static func number(_ part: Substring) -> UInt64? {
    let text = part.lowercased()
    if text.hasPrefix("0x") { return text == "0x" ? 0 : unsigned(text.dropFirst(2), radix: 16) }
    return unsigned(text[...], radix: text.hasPrefix("0") && text != "0" ? 8 : 10)
  }

  private static func unsigned(_ digits: Substring, radix: Int) -> UInt64? {
    digits.utf8.allSatisfy { Hexadecimal.value(of: $0) != nil } ? UInt64(digits, radix: radix) : nil
  }
}
