import JSONSyntax
import SiteModel

/// Reads the root of a configuration; problems go to the field's collector.
struct ConfigurationReader {
  let folder: ConfigurationFolder

  func read(_ root: JSONField) -> Configuration? {
    root.object { object in
      _ = object.optional("$schema")?.string()
      let server = ServerReader(folder: folder).read(object.optional("server"))
      let store = StoreReader(folder: folder).read(object.optional("store"))
      let history = HistoryReader().read(object.optional("history"))
      let health = HealthReader().read(object.optional("health"))
      let audit = AuditReader().read(object.optional("audit"))
      let statistics = StatisticsReader().read(object.optional("statistics"))
      let outgoing = OutgoingReader(folder: folder).read(object.optional("outgoing"))
      let dashboard = DashboardReader(folder: folder).read(object.optional("dashboard"))
      let doctor = DoctorReader().read(object.optional("doctor"))
      let apps = object.optional("apps")?.entries() ?? []
      let definitions = AppsReader(folder: folder).read(apps)
      var service = ServiceDefinition(
        apps: definitions,
        sites: SitesReader(folder: folder, apps: AppNames(definitions)).read(
          object.optional("sites")))
      service.knowsCountries = server.geoDatabase != nil
      service.origins = server.origins
      var configuration = Configuration(
        server: server, store: store, audit: audit, statistics: statistics, outgoing: outgoing,
        dashboard: dashboard, doctor: doctor, service: service)
      configuration.history = history
      configuration.health = health
      return configuration
    }
  }
}
