import CCurl
package import WebSyntax

/// A manual address for connections to a host: `HOST:PORT:ADDRESS`, as in curl's `--resolve`.
package struct HostEndpoints: Equatable, Sendable {
  package let host: String
  package let port: Int
  package let endpoints: [Endpoint]

  /// Reads `HOST:PORT:ADDRESS`; nil for any other text. Several addresses are separated by commas; IPv6
  /// addresses may have brackets. A port after an address replaces that of the URL.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let host = HostPattern(String(parts[0])),
      !host.isWildcard, let port = Self.port(parts[1])
    else { return nil }
    var endpoints: [Endpoint] = []
    for part in parts[2].split(separator: ",", omittingEmptySubsequences: false) {
      guard let endpoint = Self.endpoint(part, port: port) else { return nil }
      endpoints.append(endpoint)
    }
    self.host = host.name
    self.port = port
    self.endpoints = endpoints
  }

  private static func port(_ text: Substring) -> Int? {
    DecimalDigits.number(text.utf8).flatMap { (1...65_535).contains($0) ? $0 : nil }
  }

  private static func endpoint(_ text: Substring, port: Int) -> Endpoint? {
    var (name, port) = (text, port)
    if IPAddress(text) == nil, !text.hasSuffix("]"), let colon = text.lastIndex(of: ":") {
      guard let own = Self.port(text[text.index(after: colon)...]) else { return nil }
      (name, port) = (text[..<colon], own)
    }
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    return IPAddress(name).map { Endpoint(address: $0, port: port) }
  }
}

/// The address and port that a connection is opened to.
package struct Endpoint: Equatable, Sendable {
  package let address: IPAddress
  package let port: Int

  package init(address: IPAddress, port: Int) {
    self.address = address
    self.port = port
  }

  init?(_ pointer: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(pointer)
    switch Int32(pointer.pointee.sa_family) {
    case AF_INET:
      let v4 = raw.loadUnaligned(as: sockaddr_in.self)
      address = IPAddress(v4: UInt32(bigEndian: v4.sin_addr.s_addr))
      port = Int(UInt16(bigEndian: v4.sin_port))
    case AF_INET6:
      let v6 = raw.loadUnaligned(as: sockaddr_in6.self)
      address = withUnsafeBytes(of: v6.sin6_addr) { bytes in
        IPAddress(
          high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
          low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
      }
      port = Int(UInt16(bigEndian: v6.sin6_port))
    default: return nil
    }
  }
}
