import HTTPCore
import Service
import SiteModel
import WebSyntax

/// Finds the host that a request names, for one worker.
final class HostReader {
  struct Host {
    /// The number of the site; negative for a host without one.
    var site = -1
    /// The number of the host; negative for a wildcard's.
    var number = -1
  }

  private let snapshot: ServiceSnapshot
  private let proxies: TrustedProxies
  /// The recently requested hosts, as written in requests.
  private let hosts = RecentTexts(count: 64, longest: 128, empty: Host())

  init(_ snapshot: ServiceSnapshot, _ proxies: TrustedProxies) {
    self.snapshot = snapshot
    self.proxies = proxies
  }

  /// The host as written by the client.
  @inline(__always)
  func host(_ written: Span<UInt8>) -> Host { hosts.value(of: written, reading: read) }

  private func read(_ written: Span<UInt8>) -> Host {
    let name = HTTPHost.name(of: written.withUnsafeBufferPointer(Array.init)[...])
    return Host(
      site: snapshot.site(named: name) ?? -1,
      number: snapshot.hostNumber(String(decoding: name, as: UTF8.self)) ?? -1)
  }

  /// The name of the host: from a trusted proxy's field, or else from the client's.
  func name(in request: HTTPRequest, from peer: HTTPPeer) -> ArraySlice<UInt8> {
    if let forwarded = proxies.forwardedHost(of: request, from: peer) {
      return HTTPHost.name(of: Array(forwarded.utf8)[...])
    }
    return HTTPHost.name(of: request.authority.map(request.bytes) ?? [])
  }
}
