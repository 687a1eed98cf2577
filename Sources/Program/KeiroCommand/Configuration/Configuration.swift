package import Dashboard
package import LinkStorage
package import Outgoing
package import Probing
package import SiteModel

/// The contents of a configuration file, validated value by value but not yet compiled.
package struct Configuration: Sendable {
  package var server: ServerSettings
  package var store: StoreSettings
  package var audit: AuditSettings
  package var history = HistoryRetention()
  /// Nil where the destinations of links are not looked at.
  package var health: LookPace?
  package var statistics: StatisticsRetention
  package var outgoing: OutgoingRules
  package var dashboard: DashboardSettings
  package var doctor: DoctorSettings
  package var service: ServiceDefinition

  package init(
    server: ServerSettings, store: StoreSettings, audit: AuditSettings,
    statistics: StatisticsRetention, outgoing: OutgoingRules = OutgoingRules(),
    dashboard: DashboardSettings = DashboardSettings(),
    doctor: DoctorSettings = DoctorSettings(),
    service: ServiceDefinition
  ) {
    self.server = server
    self.store = store
    self.audit = audit
    self.statistics = statistics
    self.outgoing = outgoing
    self.dashboard = dashboard
    self.doctor = doctor
    self.service = service
  }
}

/// The audit log.
package struct AuditSettings: Equatable, Sendable {
  /// How long entries are kept.
  package var days = 365

  package init() {}
}

/// The storage of links and counts.
package enum StoreSettings: Equatable, Sendable {
  /// The absolute path of the database file.
  case sqlite(String)
  /// Nothing survives the process.
  case memory
  /// A database that many nodes share.
  case postgres(PostgresSettings)
}

/// The database of a node, and what the node keeps beside it.
package struct PostgresSettings: Equatable, Sendable {
  /// The connection string, in libpq's own syntax; a secret, since it may hold a password.
  package var connection: String
  /// The connection string of the feed, where a pooler answers to the other.
  package var feed: String?
  /// The absolute path of the copy.
  package var copy: String
  /// The name of this node.
  package var node: String
  /// Whether the node brings older tables up to date when it starts.
  package var migrates = false
  /// Whether links with a limit are served while their clicks cannot be counted.
  package var servesLimitedLinks = false
}
