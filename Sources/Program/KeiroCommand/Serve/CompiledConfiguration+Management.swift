import KeiroConfiguration
import Management
import WebSyntax

extension CompiledConfiguration {
  /// - Parameter isInherited: whether systemd opened the listeners, in which case their addresses
  ///   are not those of the configuration.
  func managementAccess(isInherited: Bool) -> ManagementAccess {
    let listen = server.management.map { ListenAddress($0).ipAddress }
    let addresses = listen.compactMap { $0.flatMap { $0.isUnspecified ? nil : $0 } }
    return ManagementAccess(
      names: server.managementHosts,
      addresses: isInherited || addresses.count < listen.count ? nil : addresses,
      networks: managementNetworks ?? [])
  }

  /// The networks whose clients may use the management listener; nil for all.
  var managementNetworks: [IPNetwork]? {
    let networks = server.managementNetworks.compactMap { try? IPNetwork(parsing: $0) }
    return networks.isEmpty ? nil : networks
  }
}
