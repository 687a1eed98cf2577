import HTTPServer
import KeiroConfiguration
import Sockets
import System

/// The listening sockets of the service, from systemd or from the configuration.
struct ServiceListeners: Sendable {
  /// The listeners of one kind, by whether they speak TLS.
  struct Group: Sendable {
    var plain: [Listener] = []
    var secure: [Listener] = []

    var all: [Listener] { plain + secure }
    var isEmpty: Bool { all.isEmpty }

    mutating func append(_ listener: Listener, isSecure: Bool) {
      if isSecure { secure.append(listener) } else { plain.append(listener) }
    }

    func close() {
      all.forEach { $0.close() }
    }
  }

  let publicListeners: Group
  let management: Group
  let isManagementInherited: Bool
  /// Lines about the addresses of the configuration that are not opened.
  let unopened: [String]

  init(
    _ settings: ServerSettings, workers: Int, manager: ServiceManager
  ) throws(ServiceFailure) {
    let inherited = manager.inheritedSockets
    if settings.tls == nil, let socket = inherited.first(where: { Self.isSecure($0.name) }) {
      throw ServiceFailure(
        "the socket '\(socket.name)' of systemd speaks TLS, but there is no certificate: "
          + "expected 'server.tls'")
    }
    var publicListeners = Group()
    var management = Group()
    for (descriptor, name) in inherited {
      let listener = try rethrown(Listener(inherited: descriptor, name: "systemd:\(name)")) {
        ServiceFailure($0)
      }
      if name.hasPrefix("management") {
        management.append(listener, isSecure: Self.isSecure(name))
      } else {
        publicListeners.append(listener, isSecure: Self.isSecure(name))
      }
    }
    unopened =
      Self.unopened(Self.addresses(settings.listen, of: Self.listenKey), beside: publicListeners)
      + Self.unopened(
        Self.addresses(settings.management, of: Self.managementKey), beside: management)
    if publicListeners.isEmpty {
      publicListeners = try Self.open(
        settings.listen, of: Self.listenKey, workers: workers,
        silence: settings.defersAccept ? settings.limits.headerTimeout : nil)
    }
    isManagementInherited = !management.isEmpty
    if management.isEmpty {
      management = try Self.open(settings.management, of: Self.managementKey, workers: 1)
    }
    self.publicListeners = publicListeners
    self.management = management
  }

  private static let listenKey = "server.listen"
  private static let managementKey = "server.management"

  /// Lines about the addresses for which systemd has opened no socket, although it has opened others: those
  /// take the place of all.
  static func unopened(
    _ addresses: [(address: SocketAddress, isSecure: Bool, key: String)], beside inherited: Group
  ) -> [String] {
    guard !inherited.isEmpty else { return [] }
    let names = inherited.all.map(\.name).joined(separator: ", ")
    return addresses.compactMap { listener in
      let sockets = listener.isSecure ? inherited.secure : inherited.plain
      guard !sockets.contains(where: { $0.covers(listener.address) }) else { return nil }
      let address = (listener.isSecure ? "tls:" : "") + listener.address.description
      return "\(address) (\(listener.key)) is not opened: the sockets that systemd has opened "
        + "(\(names)) take its place; remove it, or give it a socket unit, too"
    }
  }

  /// What would keep each listener from being opened; another process that listens there does not
  /// count.
  static func obstacles(_ settings: ServerSettings) -> [ServiceFailure] {
    let addresses =
      Self.addresses(settings.listen, of: listenKey)
      + Self.addresses(settings.management, of: managementKey)
    return addresses.compactMap { listener in
      Listener.obstacle(at: listener.address).map {
        ServiceFailure(listening: $0, at: listener.key)
      }
    }
  }

  static func addresses(
    _ texts: [String], of key: String
  ) -> [(address: SocketAddress, isSecure: Bool, key: String)] {
    texts.enumerated().compactMap { index, text in
      let listener = ListenAddress(text)
      return SocketAddress(listener.address).map {
        ($0, listener.isSecure, "\(key)[\(index)]")
      }
    }
  }

  /// Whether a name stands for TLS, such as `tls`, `tls-v6` and `management-tls`.
  private static func isSecure(_ name: String) -> Bool {
    name.split(separator: "-").contains("tls")
  }

  var acceptQueues: [(listener: String, waiting: Int, limit: Int)] {
    (publicListeners.all + management.all).compactMap { listener in
      listener.acceptQueue.map { (listener.name, $0.waiting, $0.limit) }
    }
  }

  private static func open(
    _ texts: [String], of key: String, workers: Int, silence: Int? = nil
  ) throws(ServiceFailure) -> Group {
    var group = Group()
    for listener in addresses(texts, of: key) {
      do throws(SystemError) {
        group.append(
          try Listener.open(listener.address, workers: workers, silence: silence),
          isSecure: listener.isSecure)
      } catch {
        group.close()
        throw ServiceFailure(listening: error, at: listener.key)
      }
    }
    return group
  }
}

/// Where a browser finds what a service serves, as far as its configuration tells: at listeners that it
/// reaches without a web server in front.
struct BrowserAddresses: Equatable {
  let site: String?
  let dashboard: String?

  /// - Parameters:
  ///   - hosts: the hosts of the sites, without wildcards.
  ///   - listeners: the open public addresses, as the log names them.
  ///   - dashboard: the origin that the configuration gives to the dashboard.
  init(hosts: [String], listeners: [String], management: [String], dashboard: String?) {
    let open = listeners.map(ListenAddress.init)
    // Names of this machine lead to it in every browser, those of the web where TLS is spoken.
    let own = hosts.first { $0 == "localhost" || $0.hasSuffix(".localhost") }
    let url =
      own.flatMap { open.first(where: \.takesLoopback)?.url(of: $0) }
      ?? hosts.first.flatMap { open.first(where: \.isSecure)?.url(of: $0) }
    site = url.map { $0 + "/" }
    let here = management.lazy.map(ListenAddress.init).compactMap { listener in
      listener.url(of: listener.takesLoopback ? "localhost" : nil)
    }
    self.dashboard = (dashboard ?? here.first).map { $0 + "/dashboard" }
  }

  var lines: [String] {
    [site.map { "browsers find the site at \($0)" }, dashboard.map { "the dashboard is at \($0)" }]
      .compactMap(\.self)
  }
}
