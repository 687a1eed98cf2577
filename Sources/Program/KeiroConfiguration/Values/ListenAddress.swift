package import WebSyntax

/// A listen address in the configuration, such as `127.0.0.1:8080`, `unix:/run/keiro.sock` or
/// `tls:[::]:443`.
package struct ListenAddress: Hashable {
  private static let mark = "tls:"

  package let isSecure: Bool
  /// The address without the prefix `tls:`.
  package let address: String

  /// Takes an address whose validity was checked when the configuration was read.
  package init(_ text: String) {
    isSecure = text.hasPrefix(Self.mark)
    address = isSecure ? String(text.dropFirst(Self.mark.count)) : text
  }

  /// Whether a client on this machine reaches the listener by a loopback address.
  package var takesLoopback: Bool {
    ipAddress.map { $0.isLoopback || $0.isUnspecified } ?? false
  }

  /// The beginning of the URLs of a host, of the address itself without one; nil for unix sockets.
  package func url(of host: String? = nil) -> String? {
    guard let port, let ipAddress else { return nil }
    let host = host ?? (ipAddress.v4 == nil ? "[\(ipAddress)]" : "\(ipAddress)")
    let isUsual = port == (isSecure ? 443 : 80)
    return "\(isSecure ? "https" : "http")://\(host)" + (isUsual ? "" : ":\(port)")
  }

  /// The port; nil for unix sockets.
  package var port: Int? {
    guard !address.hasPrefix("unix:"), let colon = address.lastIndex(of: ":") else { return nil }
    return DecimalDigits.number(address[address.index(after: colon)...].utf8)
  }

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

func listenAddressProblem(_ text: String) -> String? {
  let forms = "expected <IPv4>:<port>, [<IPv6>]:<port> or unix:<path>"
  let listener = ListenAddress(text)
  if listener.isSecure {
    guard !listener.address.hasPrefix("unix:"), !ListenAddress(listener.address).isSecure else {
      return
        "'\(text)' is not an address for TLS: expected tls:<IPv4>:<port> or tls:[<IPv6>]:<port>"
    }
    return listenAddressProblem(listener.address)
  }
  if text.hasPrefix("unix:") { return socketPathProblem(String(text.dropFirst(5))) }
  guard let colon = text.lastIndex(of: ":") else {
    return "'\(text)' has no port: \(forms)"
  }
  let port = text[text.index(after: colon)...]
  guard let number = DecimalDigits.number(port.utf8), number <= 65_535 else {
    return "'\(port)' is not a port: expected a number from 0 to 65535"
  }
  let host = text[..<colon]
  if host.hasPrefix("["), host.hasSuffix("]") {
    let address = host.dropFirst().dropLast()
    return IPAddress(address) != nil && address.contains(":")
      ? nil : "'\(address)' is not an IPv6 address: expected one such as [::1]:8080"
  }
  guard IPAddress(host) != nil else { return "'\(host)' is not an IP address: \(forms)" }
  return host.contains(":") ? "'\(text)' needs brackets: expected [\(host)]:\(port)" : nil
}

/// - Parameter alternative: appended to the sentence that says what is expected.
func networkProblem(_ text: String, orElse alternative: String = "") -> String? {
  let expectation = "expected an IP address, a network such as 10.0.0.0/8" + alternative
  do throws(IPNetwork.Fault) {
    _ = try IPNetwork(parsing: text)
    return nil
  } catch {
    switch error {
    case .notAddress: return "'\(text)' is not a network: \(expectation)"
    case .notPrefixLength(let length, let limit):
      return "'\(length)' is not a prefix length: expected a number from 0 to \(limit)"
    }
  }
}

private func socketPathProblem(_ path: String) -> String? {
  guard !path.isEmpty else { return "'unix:' names no path: expected unix:/run/keiro/keiro.sock" }
  guard !path.utf8.contains(0) else { return "the path of the socket holds a NUL" }
  // `sun_path` has 108 bytes including the final NUL (unix(7)).
  guard path.utf8.count <= 107 else {
    return "the path of the socket has \(path.utf8.count) bytes: expected at most 107"
  }
  return nil
}
