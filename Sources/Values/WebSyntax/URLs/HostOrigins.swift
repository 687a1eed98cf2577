/// The beginnings of the addresses under which hosts are reached.
///
/// Others reach a host by https, whatever stands between them and this service. A host of this
/// machine has nothing in between, so its addresses name the listener.
package struct HostOrigins: Equatable, Sendable {
  /// The listener that hosts of this machine are reached by; nil when there is none.
  private let listener: Listener?

  private struct Listener: Equatable {
    let scheme: String
    let port: Int
  }

  /// - Parameter listeners: the TCP listeners that a loopback address reaches; one with TLS is
  ///   preferred, since a plain one may only redirect to it.
  package init(listeners: [(isSecure: Bool, port: Int)] = []) {
    let known = listeners.filter { $0.port > 0 }
    let chosen = known.first(where: \.isSecure) ?? known.first
    listener = chosen.map { Listener(scheme: $0.isSecure ? "https" : "http", port: $0.port) }
  }

  /// The scheme, host and port of a host, as in `https://example.com` and `http://localhost:8080`.
  package func origin(of host: String) -> String {
    guard let listener, Self.isLoopback(host) else { return "https://" + host }
    let isDefault = listener.port == (listener.scheme == "https" ? 443 : 80)
    return listener.scheme + "://" + host + (isDefault ? "" : ":\(listener.port)")
  }

  /// Whether a host, as URLs spell it, is a name or an address of this machine.
  package static func isLoopback(_ host: String) -> Bool {
    let host = host.lowercased()
    if host == "localhost" || host.hasSuffix(".localhost") { return true }
    return IPAddress(urlHost: host)?.isLoopback ?? false
  }
}
