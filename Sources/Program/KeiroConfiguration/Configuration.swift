import JSONSyntax
package import LinkStorage
package import Outgoing
package import Probing
package import Service
package import SiteModel
import System

/// The contents of a configuration file. Each value is valid by itself; the whole is not compiled
/// yet.
package struct Configuration: Sendable {
  package var server = ServerSettings()
  package var store = StoreSettings.memory
  package var audit = AuditSettings()
  package var history = HistoryRetention()
  /// The pace at which destinations of links are checked; nil if they are not checked.
  package var health: LookPace?
  package var statistics = StatisticsRetention()
  package var outgoing = OutgoingRules()
  package var dashboard = DashboardSettings()
  /// How a serving node examines its own hosts, by the rules in `outgoing`.
  package var doctor = ProbeSettings()
  package var service = ServiceDefinition(apps: [], sites: [])
}

package struct AuditSettings: Equatable, Sendable {
  /// The age in days up to which entries are kept.
  package var days = 365

  package init() {}
}

package enum StoreSettings: Equatable, Sendable {
  /// The absolute path of the database file.
  case sqlite(String)
  /// A store that ends with the process.
  case memory
  /// A database that many nodes share.
  case postgres(PostgresSettings)

  /// The file of the store, or of a node's copy, and its place in the configuration; nil for a store in
  /// memory.
  package var file: (path: String, key: String)? {
    switch self {
    case .sqlite(let path): (path, "store.sqlite")
    case .postgres(let settings): (settings.copy, "store.copy")
    case .memory: nil
    }
  }
}

/// The database of a node, and the node's local copy of it.
package struct PostgresSettings: Equatable, Sendable {
  /// The connection string in libpq's syntax. It may contain a password: keep it secret.
  package var connection = ""
  /// The connection string for the change feed, if `connection` goes through a pooler, which cannot
  /// carry notifications; nil to use `connection`.
  package var feed: String?
  package var copy = "keiro-copy.db"
  package var node = Process.hostName
  /// Whether the node upgrades an older schema when it starts.
  package var migrates = false
  /// Whether links with a click limit are served while their clicks cannot be counted.
  package var servesLimitedLinks = false
}

extension Configuration {
  /// Warnings about settings that are valid but probably unintended.
  var warnings: [ConfigurationProblem] {
    var warnings: [ConfigurationProblem] = []
    func warn(_ path: String, _ message: String) {
      warnings.append(.init(.warning, path: path, message: message))
    }
    if service.sites.isEmpty {
      warn("sites", "there is no site: every public request gets 404")
    }
    for app in service.apps where app.apple == nil && app.android == nil {
      let path = jsonPath("apps", member: app.key)
      warn(path, "the app has neither 'apple' nor 'android': no link can open it")
    }
    for (index, site) in service.sites.enumerated()
    where site.ownAppleDocument.map(AssociationDocuments.isSigned) == true {
      warn(
        "sites[\(index)].documents.apple", "the file is signed, which nothing since iOS 9 needs")
    }
    let listeners = (server.listen + server.management).map(ListenAddress.init)
    if server.tls != nil, !listeners.contains(where: \.isSecure) {
      warn(
        "server.tls", "no listener speaks TLS: expected an address with tls:, as in tls:[::]:443")
    }
    if server.tls?.redirectsPlain == true, let proxy = server.introducerWithUnknownScheme {
      warn(
        "server.proxyProtocol",
        "'\(proxy)' is not among 'trustedProxies': if it ends TLS and its header does not tell so "
          + "(PP2_TYPE_SSL), 'redirectPlain' sends its visitors round in circles: expected it there "
          + "too, with X-Forwarded-Proto")
    }
    return warnings
  }
}
