package struct IPAddress: Hashable, Sendable {
  /// The 16 bytes as two numbers in network order; IPv4 addresses are stored as `::ffff:a.b.c.d`
  /// (RFC 4291, section 2.5.5.2).
  package let high: UInt64
  /// The last 8 of the 16 bytes.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates an IPv4 address from a number whose highest byte comes first.
  package init(v4 address: UInt32) {
    self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(address))
  }

  /// The IPv4 address as a number; nil for an IPv6 address.
  package var v4: UInt32? {
    high == 0 && low >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: low) : nil
  }
}

extension IPAddress {
  /// Whether this is the address of every interface: `0.0.0.0` or `::`.
  package var isUnspecified: Bool { v4 == 0 || high == 0 && low == 0 }

  /// Parses `192.0.2.1`, `2001:db8::1` or `::ffff:192.0.2.1`; no zone, no brackets, no leading
  /// zeros in IPv4.
  package init?(_ text: some StringProtocol) {
    // Uses the span of a slice, since that of an array requires iOS 26.
    let bytes = Array(text.utf8)[...]
    self.init(bytes.span)
  }

  /// Parses the same notations from bytes, without allocating.
  package init?(_ text: Span<UInt8>) {
    guard text.count <= IPAddress.longestText else { return nil }
    let colon = UInt8(ascii: ":")
    if text.indices.contains(where: { text[$0] == colon }) {
      guard let groups = IPAddress.groups(text) else { return nil }
      self = groups
    } else {
      guard let address = IPAddress.v4(text, text.indices) else { return nil }
      self.init(v4: address)
    }
  }

  /// The length of six groups and an IPv4 address with all digits.
  private static let longestText = 45

  private static func v4(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt32? {
    var address: UInt32 = 0
    var index = range.lowerBound
    for part in 0..<4 {
      if part > 0 {
        guard index < range.upperBound, text[index] == UInt8(ascii: ".") else { return nil }
        index += 1
      }
      var byte: UInt32 = 0
      let start = index
      while index < range.upperBound, index < start + 3, ASCII.isDigit(text[index]) {
        byte = byte * 10 + UInt32(text[index] &- UInt8(ascii: "0"))
        index += 1
      }
      let isLong = index > start + 1
      guard index > start, byte <= 255, !isLong || text[start] != UInt8(ascii: "0") else {
        return nil
      }
      address = address << 8 | byte
    }
    return index == range.upperBound ? address : nil
  }

  /// The groups of an IPv6 address, the last one in the lowest bits.
  private struct Groups {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var count = 0

    mutating func append(_ group: UInt16) {
      high = high << 16 | low >> 48
      low = low << 16 | UInt64(group)
      count += 1
    }
  }

  private static func groups(_ text: Span<UInt8>) -> IPAddress? {
    let colon = UInt8(ascii: ":")
    var groups = Groups()
    /// The groups before the `::`.
    var head: Groups?
    var index = 0
    if text.count >= 2, text[0] == colon, text[1] == colon { (head, index) = (Groups(), 2) }
    while index < text.count {
      guard let end = append(text, index, to: &groups), groups.count <= 8 else { return nil }
      guard end < text.count else { break }
      index = end + 1
      guard index < text.count else { return nil }
      guard text[index] == colon else { continue }
      guard head == nil else { return nil }
      (head, groups) = (groups, Groups())
      index += 1
    }
    guard var head else {
      return groups.count == 8 ? IPAddress(high: groups.high, low: groups.low) : nil
    }
    guard head.count + groups.count <= 7 else { return nil }
    while head.count < 8 { head.append(0) }
    return IPAddress(high: head.high | groups.high, low: head.low | groups.low)
  }

  /// Appends the group that begins at an offset, or the IPv4 address at the end.
  ///
  /// - Returns: the offset after it, which holds a colon or is the end; nil when there is neither a
  ///   group nor an address.
  private static func append(
    _ text: Span<UInt8>, _ start: Int, to groups: inout Groups
  ) -> Int? {
    var group: UInt16 = 0
    var index = start
    while index < text.count, let digit = Hexadecimal.value(of: text[index]) {
      guard index < start + 4 else { return nil }
      group = group << 4 | UInt16(digit)
      index += 1
    }
    if index < text.count, text[index] == UInt8(ascii: ".") {
      guard let address = v4(text, start..<text.count) else { return nil }
      groups.append(UInt16(address >> 16))
      groups.append(UInt16(truncatingIfNeeded: address))
      return text.count
    }
    guard index > start, index == text.count || text[index] == UInt8(ascii: ":") else {
      return nil
    }
    groups.append(group)
    return index
  }
}

extension IPAddress: CustomStringConvertible {
  /// The canonical text (RFC 5952); IPv4 in dotted form.
  package var description: String {
    if let v4 {
      return [v4 >> 24, v4 >> 16 & 255, v4 >> 8 & 255, v4 & 255].map(String.init)
        .joined(separator: ".")
    }
    let groups = [high, low].flatMap { half in
      [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> UInt64($0)) }
    }
    guard let zeros = IPAddress.longestZeros(groups) else { return IPAddress.joined(groups[...]) }
    return IPAddress.joined(groups[..<zeros.lowerBound]) + "::"
      + IPAddress.joined(groups[zeros.upperBound...])
  }

  package func append(to text: inout [UInt8]) {
    guard let v4 else { return text += description.utf8 }
    for index in UInt32(0)..<4 {
      if index > 0 { text.append(UInt8(ascii: ".")) }
      text.append(decimal: Int(v4 &>> (24 - 8 * index) & 255))
    }
  }

  private static func joined(_ groups: ArraySlice<UInt16>) -> String {
    groups.map { String($0, radix: 16) }.joined(separator: ":")
  }

  /// The first of the longest runs of at least two zero groups.
  private static func longestZeros(_ groups: [UInt16]) -> Range<Int>? {
    var best: Range<Int>?
    var start = 0
    for index in 0...groups.count where index == groups.count || groups[index] != 0 {
      if index - start >= 2, index - start > best?.count ?? 0 { best = start..<index }
      start = index + 1
    }
    return best
  }
}

extension IPAddress {
  /// Whether the address is this machine's own (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3).
  package var isLoopback: Bool { v4.map { $0 >> 24 == 127 } ?? (high == 0 && low == 1) }
}

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

  /// The address in one to four numbers, of which the last fills the rest.
  static func number(inParts host: String) -> UInt32? {
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

extension IPAddress {
  /// Networks without public servers: the entries in IANA's special-purpose address registries that
  /// are not globally reachable (RFC 6890), the protocol assignments as a whole, multicast, and
  /// addresses reserved for future use (RFC 1112). IPv6 networks outside `unicast` need no entry
  /// here.
  private static let closed = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "2001::/23",
    "2001:db8::/32", "3fff::/20",
  ].compactMap { try? IPNetwork(parsing: $0) }

  /// The IPv6 addresses that IANA has assigned for global unicast, and the translation prefix (RFC
  /// 6052). Everything else is local, multicast, obsolete or unassigned.
  private static let unicast = ["2000::/3", "64:ff9b::/96"]
    .compactMap { try? IPNetwork(parsing: $0) }

  package var isPublic: Bool {
    guard v4 != nil || Self.unicast.contains(where: { $0.contains(self) }) else { return false }
    return ([self] + embedded).allSatisfy { address in
      !Self.closed.contains { $0.contains(address) }
    }
  }

  /// The IPv4 address to which a translator would forward packets for this address (RFC 6052:
  /// 64:ff9b, RFC 3056: 6to4).
  private var embedded: [IPAddress] {
    if high == 0x0064_ff9b_0000_0000, low >> 32 == 0 {
      return [IPAddress(v4: UInt32(truncatingIfNeeded: low))]
    }
    if high >> 48 == 0x2002 {
      return [IPAddress(v4: UInt32(truncatingIfNeeded: high >> 16))]
    }
    return []
  }
}

/// The network that limits treat as one client, whose owner has all of its addresses.
package enum ClientNetwork: Sendable {
  /// A household: an IPv6 /64 or a single IPv4 address.
  case household
  /// A site: an IPv6 /48 or a single IPv4 address.
  case site
}

extension IPAddress {
  /// Returns the first address of the network that this address belongs to.
  package func network(_ network: ClientNetwork) -> IPAddress {
    guard v4 == nil else { return self }
    return switch network {
    case .household: IPAddress(high: high, low: 0)
    case .site: IPAddress(high: high & ~0xFFFF, low: 0)
    }
  }
}
