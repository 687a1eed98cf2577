package import WebSyntax

/// A listen address in the configuration, such as `127.0.0.1:8080`, `unix:/run/keiro.sock` or
/// `tls:[::]:443`.
package struct ListenAddress: Hashable {
  private static let mark = "tls:"

  /// Whether the listener uses TLS.
  package let isSecure: Bool
  /// The address without the prefix `tls:`.
  package let address: String

  /// Takes an address whose validity was checked when the configuration was read.
  package init(_ text: String) {
    isSecure = text.hasPrefix(Self.mark)
    address = isSecure ? String(text.dropFirst(Self.mark.count)) : text
  }

  /// Whether a client on this machine reaches the listener by a loopback address.
  fileprivate var takesLoopback: Bool {
    guard let colon = address.lastIndex(of: ":"),
      let own = IPAddress(urlHost: String(address[..<colon]))
    else { return false }
    return own.isLoopback || own.isUnspecified
  }

  /// The port; nil for unix sockets.
  package var port: Int? {
    guard !address.hasPrefix("unix:"), let colon = address.lastIndex(of: ":") else { return nil }
    return DecimalDigits.number(address[address.index(after: colon)...].utf8)
  }
}

extension ListenAddress {
  /// The address of this machine; nil for unix sockets.
  package var ipAddress: IPAddress? {
    guard port != nil, let colon = address.lastIndex(of: ":") else { return nil }
    return IPAddress(address[..<colon].filter { !"[]".contains($0) })
  }
}

extension ServerSettings {
  /// Whether Keiro terminates visitors' TLS itself, rather than a web server in front of it.
  package var endsTLS: Bool { listen.contains { ListenAddress($0).isSecure } }

  /// The beginnings of the addresses under which visitors reach hosts.
  package var origins: HostOrigins {
    HostOrigins(
      listeners: listen.map(ListenAddress.init).filter(\.takesLoopback).compactMap { listener in
        listener.port.map { (listener.isSecure, $0) }
      })
  }
}
