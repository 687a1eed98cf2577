import KeiroConfiguration
import WebSyntax

/// Where a browser finds what a service serves, as far as its configuration tells: at listeners that it
/// reaches without a web server in front.
struct BrowserAddresses: Equatable {
  /// The URL of a site's first page.
  let site: String?
  let dashboard: String?

  /// - Parameters:
  ///   - hosts: the hosts of the sites, without wildcards.
  ///   - listeners: the open public addresses, as the log names them.
  ///   - dashboard: the origin that the configuration gives to the dashboard.
  init(hosts: [String], listeners: [String], management: [String], dashboard: String?) {
    let open = listeners.compactMap(Reached.init)
    // Names of this machine lead to it in every browser, those of the web where TLS is spoken.
    let own = hosts.first { $0 == "localhost" || $0.hasSuffix(".localhost") }
    if let own, let listener = open.first(where: \.isHere) {
      site = listener.url(of: own) + "/"
    } else if let host = hosts.first, let listener = open.first(where: \.isSecure) {
      site = listener.url(of: host) + "/"
    } else {
      site = nil
    }
    self.dashboard = (dashboard ?? management.lazy.compactMap(Reached.init).first?.url)
      .map { $0 + "/dashboard" }
  }

  /// The lines of the log.
  var lines: [String] {
    [site.map { "browsers find the site at \($0)" }, dashboard.map { "the dashboard is at \($0)" }]
      .compactMap(\.self)
  }

  /// An internet address where a listener is reached.
  private struct Reached {
    let isSecure: Bool
    let port: Int
    let address: IPAddress

    init?(_ text: String) {
      let listener = ListenAddress(text)
      guard let port = listener.port, let address = listener.ipAddress else { return nil }
      isSecure = listener.isSecure
      self.port = port
      self.address = address
    }

    var isHere: Bool { address.isUnspecified || address.isLoopback }

    var url: String {
      url(of: isHere ? "localhost" : address.v4 == nil ? "[\(address)]" : "\(address)")
    }

    func url(of host: String) -> String {
      let isUsual = port == (isSecure ? 443 : 80)
      return "\(isSecure ? "https" : "http")://\(host)" + (isUsual ? "" : ":\(port)")
    }
  }
}
