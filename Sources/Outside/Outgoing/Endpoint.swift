import CCurl
package import WebSyntax

/// The address and port that a connection is opened to.
package struct Endpoint: Equatable, Sendable {
  /// The address of the server.
  package let address: IPAddress
  /// The port of the server.
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
