package import LinkStorage
package import SiteModel

/// The contents of a configuration file, validated value by value but not yet compiled.
package struct Configuration: Sendable {
  package var server: ServerSettings
  package var store: StoreSettings
  package var statistics: StatisticsRetention
  package var service: ServiceDefinition

  package init(
    server: ServerSettings, store: StoreSettings, statistics: StatisticsRetention,
    service: ServiceDefinition
  ) {
    self.server = server
    self.store = store
    self.statistics = statistics
    self.service = service
  }
}

/// The storage of links and counts.
package enum StoreSettings: Equatable, Sendable {
  /// The absolute path of the database file.
  case sqlite(String)
  /// Nothing survives the process.
  case memory
}
