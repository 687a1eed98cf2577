import Sockets
import System

/// The listening sockets of the service: those that systemd passes, or those of the configuration.
struct ServiceListeners {
  let publicListeners: [Listener]
  let management: [Listener]
  /// Whether the system has opened the management listeners.
  let isManagementInherited: Bool

  init(
    _ settings: ServerSettings, workers: Int, manager: ServiceManager
  ) throws(StartFailure) {
    let inherited = manager.inheritedSockets
    do throws(SystemError) {
      let isManagement = { (name: String) in name.hasPrefix("management") }
      var publicListeners: [Listener] = []
      var management: [Listener] = []
      for (descriptor, name) in inherited {
        let listener = try Listener(inherited: descriptor, name: "systemd:\(name)")
        if isManagement(name) {
          management.append(listener)
        } else {
          publicListeners.append(listener)
        }
      }
      if publicListeners.isEmpty {
        publicListeners = try Self.open(settings.listen, workers: workers)
      }
      isManagementInherited = !management.isEmpty
      if management.isEmpty {
        management = try Self.open(settings.management, workers: 1)
      }
      self.publicListeners = publicListeners
      self.management = management
    } catch {
      throw StartFailure(error)
    }
  }

  private static func open(
    _ addresses: [String], workers: Int
  ) throws(SystemError) -> [Listener] {
    var listeners: [Listener] = []
    for address in addresses.compactMap(SocketAddress.init) {
      do throws(SystemError) {
        listeners.append(try Listener.open(address, workers: workers))
      } catch {
        listeners.forEach { $0.close() }
        throw error
      }
    }
    return listeners
  }
}
