/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable {
  /// 16 bytes as two numbers in network order; IPv4 addresses are stored as `::ffff:a.b.c.d` (RFC
  /// 4291, section 2.5.5.2).
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// An IPv4 address from a number whose highest byte is the first.
  package init(v4 address: UInt32) {
    self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(address))
  }

  /// The address as an IPv4 number; nil for IPv6.
  package var v4: UInt32? {
    high == 0 && low >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: low) : nil
  }
}

extension IPAddress {
  /// Parses `192.0.2.1`, `2001:db8::1` or `::ffff:192.0.2.1`; no zone, no brackets, no leading
  /// zeros in IPv4.
  package init?(_ text: some StringProtocol) {
    if text.contains(":") {
      guard let groups = IPAddress.groups(text) else { return nil }
      func number(_ groups: ArraySlice<UInt16>) -> UInt64 {
        groups.reduce(0) { $0 << 16 | UInt64($1) }
      }
      self.init(high: number(groups[..<4]), low: number(groups[4...]))
    } else {
      guard let address = IPAddress.v4(text) else { return nil }
      self.init(v4: address)
    }
  }

  private static func v4(_ text: some StringProtocol) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var address: UInt32 = 0
    for part in parts {
      guard part.utf8.count <= 3, let byte = DecimalDigits.number(part.utf8), byte <= 255,
        part.utf8.count == 1 || part.first != "0"
      else { return nil }
      address = address << 8 | UInt32(byte)
    }
    return address
  }

  private static func groups(_ text: some StringProtocol) -> [UInt16]? {
    let bytes = Array(text.utf8)
    let gap = bytes.indices.dropLast().first { bytes[$0...].starts(with: "::".utf8) }
    guard let gap else {
      let groups = side(Substring(text))
      return groups?.count == 8 ? groups : nil
    }
    // A second '::' makes an empty group, which no side has.
    guard let first = side(Substring(decoding: bytes[..<gap], as: UTF8.self)),
      let second = side(Substring(decoding: bytes[(gap + 2)...], as: UTF8.self)),
      first.count + second.count <= 7
    else { return nil }
    let zeros = [UInt16](repeating: 0, count: 8 - first.count - second.count)
    return first + zeros + second
  }

  private static func side(_ text: Substring) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, part.contains(".") {
        guard let address = v4(part) else { return nil }
        groups += [UInt16(address >> 16), UInt16(truncatingIfNeeded: address)]
      } else {
        guard let group = group(part) else { return nil }
        groups.append(group)
      }
    }
    return groups.count <= 8 ? groups : nil
  }

  /// Up to four hexadecimal digits.
  private static func group(_ text: Substring) -> UInt16? {
    guard (1...4).contains(text.utf8.count) else { return nil }
    var group: UInt16 = 0
    for byte in text.utf8 {
      guard let digit = Hexadecimal.value(of: byte) else { return nil }
      group = group << 4 | UInt16(digit)
    }
    return group
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

  /// Appends the canonical text.
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
