package import LinkStorage
package import Outgoing
package import Service
package import SiteModel

/// The contents of a configuration file. Each value is valid by itself; the whole is not compiled
/// yet.
package struct Configuration: Sendable {
  /// The settings of the process.
  package var server = ServerSettings()
  /// The store for links and counts.
  package var store = StoreSettings.memory
  /// The retention of the audit log.
  package var audit = AuditSettings()
  /// The retention of earlier versions of links.
  package var history = HistoryRetention()
  /// The pace at which destinations of links are checked; nil if they are not checked.
  package var health: LookPace?
  /// The retention of counts.
  package var statistics = StatisticsRetention()
  /// The rules for requests to other servers.
  package var outgoing = OutgoingRules()
  /// The settings of the dashboard.
  package var dashboard = DashboardSettings()
  /// The settings for examining the service's own hosts.
  package var doctor = DoctorSettings()
  /// The apps and sites.
  package var service = ServiceDefinition(apps: [], sites: [])
}

/// The audit log.
package struct AuditSettings: Equatable, Sendable {
  /// The age in days up to which entries are kept.
  package var days = 365

  package init() {}
}

/// The store for links and counts.
package enum StoreSettings: Equatable, Sendable {
  /// The absolute path of the database file.
  case sqlite(String)
  /// A store that ends with the process.
  case memory
  /// A database that many nodes share.
  case postgres(PostgresSettings)
}

/// The database of a node, and the node's local copy of it.
package struct PostgresSettings: Equatable, Sendable {
  /// The connection string in libpq's syntax. It may contain a password: keep it secret.
  package var connection: String
  /// The connection string for the change feed, if `connection` goes through a pooler, which cannot
  /// carry notifications; nil to use `connection`.
  package var feed: String?
  /// The absolute path of the local copy.
  package var copy: String
  /// The name of this node.
  package var node: String
  /// Whether the node upgrades an older schema when it starts.
  package var migrates = false
  /// Whether links with a click limit are served while their clicks cannot be counted.
  package var servesLimitedLinks = false
}
