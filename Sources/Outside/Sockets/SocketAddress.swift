import CSockets
import WebSyntax

/// An address that a socket can be bound to, in the syntax of the configuration.
package struct SocketAddress: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case internet
    case unix(path: String)
  }

  let kind: Kind
  let family: Int32
  private let bytes: [UInt8]
  private let host: String

  /// Parses `127.0.0.1:8080`, `[::1]:8080` or `unix:/run/keiro/keiro.sock`; nil for anything else.
  package init?(_ text: String) {
    if text.hasPrefix("unix:") {
      self.init(unixPath: String(text.dropFirst(5)))
    } else {
      self.init(internet: text)
    }
  }

  private init?(unixPath path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.hasPrefix("/"), path.utf8.count < room, !path.utf8.contains(0) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    kind = .unix(path: path)
    family = AF_UNIX
    host = path
    bytes = withUnsafeBytes(of: address) { Array($0) }
  }

  private init?(internet text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard let port = DecimalDigits.number(digits.utf8).flatMap(UInt16.init(exactly:)) else {
      return nil
    }
    let host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      let name = host.dropFirst().dropLast()
      guard name.contains(":"), let parsed = IPAddress(name) else { return nil }
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      withUnsafeMutableBytes(of: &address.sin6_addr) {
        $0.storeBytes(of: parsed.high.bigEndian, toByteOffset: 0, as: UInt64.self)
        $0.storeBytes(of: parsed.low.bigEndian, toByteOffset: 8, as: UInt64.self)
      }
      family = AF_INET6
      bytes = withUnsafeBytes(of: address) { Array($0) }
    } else {
      guard !host.contains(":"), let number = IPAddress(host)?.v4 else { return nil }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = number.bigEndian
      family = AF_INET
      bytes = withUnsafeBytes(of: address) { Array($0) }
    }
    kind = .internet
    self.host = host
  }

  private init(_ original: SocketAddress, port: UInt16) {
    kind = original.kind
    family = original.family
    host = original.host
    var bytes = original.bytes
    // Both internet families store the port after the family, in network order.
    bytes[2] = UInt8(port >> 8)
    bytes[3] = UInt8(port & 255)
    self.bytes = bytes
  }

  /// The port; nil for a unix socket.
  package var port: UInt16? {
    kind == .internet ? UInt16(bytes[2]) << 8 | UInt16(bytes[3]) : nil
  }

  /// The same address with the actual port of a bound socket, which matters for port 0.
  func withPort(of descriptor: Int32) -> SocketAddress {
    guard let bound = Self.bound(descriptor) else { return self }
    return SocketAddress(self, port: UInt16(bound[2]) << 8 | UInt16(bound[3]))
  }

  /// Whether a socket has this port, at any address of the machine, or this path.
  func isPlace(of descriptor: Int32) -> Bool {
    guard let bound = Self.bound(descriptor) else { return false }
    let isUnix = bound.withUnsafeBytes {
      Int32($0.loadUnaligned(as: sa_family_t.self)) == AF_UNIX
    }
    guard isUnix == (kind != .internet) else { return false }
    // A path ends with its first NUL; the rest may be anything.
    return isUnix
      ? bound.dropFirst(2).prefix { $0 != 0 }.elementsEqual(bytes.dropFirst(2).prefix { $0 != 0 })
      : bound[2...3] == bytes[2...3]
  }

  /// The address of a bound socket, as the system writes it; nil without one.
  private static func bound(_ descriptor: Int32) -> [UInt8]? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    return result == 0 ? withUnsafeBytes(of: storage) { Array($0) } : nil
  }

  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var storage = sockaddr_storage()
    withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(bytes.count))
      }
    }
  }
}

extension SocketAddress: CustomStringConvertible {
  package var description: String {
    port.map { "\(host):\($0)" } ?? "unix:" + host
  }
}
