package import WebSyntax

/// Reads the header in which a proxy below HTTP names the client of a connection: the PROXY protocol,
/// versions 1 and 2 (haproxy.org, doc/proxy-protocol.txt).
///
/// Strict: a malformed header ends the connection, since its sender might not be a proxy.
package struct ProxyHeaderDecoder: Sendable {
  /// The result of a call of `decode`.
  package enum Event: Equatable, Sendable {
    case needsMore
    /// The address of the client; nil if the proxy connects on its own behalf or knows no address.
    case header(IPAddress?)
    case failure
  }

  /// Whether the client uses TLS with the proxy; nil if the header does not say.
  package private(set) var isClientSecure: Bool?

  private var header: [UInt8] = []
  /// The length in bytes of a header of version 2; 0 until it is known.
  private var length = 0

  private static let signature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]
  private static let word = Array("PROXY ".utf8)
  /// The maximum length in bytes of a header of version 1, with its line end (section 2.1).
  private static let longestLine = 107
  /// The number of bytes before the addresses in version 2.
  private static let fixedBytes = 16
  /// The maximum number of bytes of addresses and additions (TLVs); common ones take a few hundred.
  private static let longestRest = 4096

  package init() {}

  /// Consumes bytes up to the end of the header.
  ///
  /// - Returns: the number of bytes consumed, and the result.
  package mutating func decode(_ bytes: Span<UInt8>) -> (taken: Int, event: Event) {
    for index in bytes.indices {
      let event = take(bytes[index])
      if event != .needsMore { return (index + 1, event) }
    }
    return (bytes.count, .needsMore)
  }

  private mutating func take(_ byte: UInt8) -> Event {
    header.append(byte)
    if header.count <= Self.word.count, header.elementsEqual(Self.word.prefix(header.count)) {
      return .needsMore
    }
    if header.starts(with: Self.word) {
      if byte == 0x0A { return line() }
      return header.count < Self.longestLine ? .needsMore : .failure
    }
    if header.count <= Self.signature.count {
      let isPrefix = header.elementsEqual(Self.signature.prefix(header.count))
      return isPrefix ? .needsMore : .failure
    }
    guard header.count >= Self.fixedBytes else { return .needsMore }
    if header.count == Self.fixedBytes {
      length = Int(header[14]) << 8 | Int(header[15])
      guard isKnown, length <= Self.longestRest else { return .failure }
    }
    return header.count == Self.fixedBytes + length ? binary() : .needsMore
  }

  // MARK: - Version 2

  private enum Family: UInt8 {
    case unspecified = 0x00
    case tcp4 = 0x11
    case udp4 = 0x12
    case tcp6 = 0x21
    case udp6 = 0x22
    case unixStream = 0x31
    case unixDatagram = 0x32

    /// The number of bytes of both addresses and ports. Datagram families, which no connection has, count
    /// as unspecified (section 2.2).
    var addressBytes: Int {
      switch self {
      case .tcp4: 12
      case .tcp6: 36
      case .unixStream: 216
      case .unspecified, .udp4, .udp6, .unixDatagram: 0
      }
    }
  }

  /// Whether the version is 2 and the command LOCAL or PROXY; the family of LOCAL has no meaning.
  private var isKnown: Bool {
    header[12] == 0x20 || header[12] == 0x21 && Family(rawValue: header[13]) != nil
  }

  private mutating func binary() -> Event {
    // The proxy's own connection, such as a health check: its addresses have no meaning.
    guard header[12] == 0x21 else { return .header(nil) }
    guard let family = Family(rawValue: header[13]) else { return .failure }
    let rest = header[Self.fixedBytes...]
    guard rest.count >= family.addressBytes else { return .failure }
    if family.addressBytes > 0 {
      guard readAdditions(rest.dropFirst(family.addressBytes)) else { return .failure }
    }
    switch family {
    case .tcp4:
      return .header(IPAddress(v4: rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }))
    case .tcp6:
      let high = rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      let low = rest.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      return .header(IPAddress(high: high, low: low))
    case .unspecified, .udp4, .udp6, .unixStream, .unixDatagram: return .header(nil)
    }
  }

  /// PP2_TYPE_SSL and its flag PP2_CLIENT_SSL (section 2.2.5).
  private static let secureType: UInt8 = 0x20
  private static let secureFlag: UInt8 = 0x01

  /// Reads the additions; false unless types, lengths and values fill the rest exactly (section 2.2.7).
  /// All types but one are ignored.
  private mutating func readAdditions(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      guard rest.count >= 3 else { return false }
      let count = Int(rest[rest.startIndex + 1]) << 8 | Int(rest[rest.startIndex + 2])
      guard rest.count >= 3 + count else { return false }
      if rest[rest.startIndex] == Self.secureType, count > 0 {
        isClientSecure = rest[rest.startIndex + 3] & Self.secureFlag != 0
      }
      rest = rest.dropFirst(3 + count)
    }
    return true
  }

  // MARK: - Version 1

  private func line() -> Event {
    guard header.suffix(2).elementsEqual([0x0D, 0x0A]) else { return .failure }
    let text = String(decoding: header.dropLast(2), as: UTF8.self)
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count >= 2 else { return .failure }
    // Anything after the word is ignored (section 2.1).
    if words[1] == "UNKNOWN" { return .header(nil) }
    guard words.count == 6, let source = IPAddress(words[2]), let target = IPAddress(words[3]),
      Self.isPort(words[4]), Self.isPort(words[5])
    else { return .failure }
    let isSmall = !words[2].contains(":") && !words[3].contains(":")
    let isLarge = words[2].contains(":") && words[3].contains(":")
    switch words[1] {
    case "TCP4" where isSmall && source.v4 != nil && target.v4 != nil: return .header(source)
    case "TCP6" where isLarge: return .header(source)
    default: return .failure
    }
  }

  private static func isPort(_ text: Substring) -> Bool {
    guard text.utf8.count <= 5, let number = DecimalDigits.number(text.utf8), number <= 65_535
    else {
      return false
    }
    return text == "0" || text.first != "0"
  }
}
