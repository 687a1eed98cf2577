import JSONSyntax
import SiteModel

/// Reads the root of a configuration; problems go to the collector of the field.
struct ConfigurationReader {
  let folder: ConfigurationFolder

  func read(_ root: JSONField) -> Configuration? {
    root.object { object in
      _ = object.optional("$schema")?.string()
      let server = ServerReader(folder: folder).read(object.optional("server"))
      let store = StoreReader(folder: folder).read(object.optional("store"))
      let audit = AuditReader().read(object.optional("audit"))
      let statistics = StatisticsReader().read(object.optional("statistics"))
      let outgoing = OutgoingReader(folder: folder).read(object.optional("outgoing"))
      let dashboard = DashboardReader(folder: folder).read(object.optional("dashboard"))
      let doctor = DoctorReader().read(object.optional("doctor"))
      let apps = object.optional("apps")?.entries() ?? []
      let names = AppNames(apps.map(\.name))
      var service = ServiceDefinition(
        apps: AppsReader(folder: folder).read(apps),
        sites: SitesReader(folder: folder, apps: names).read(object.optional("sites")))
      service.knowsCountries = server.geoDatabase != nil
      return Configuration(
        server: server, store: store, audit: audit, statistics: statistics, outgoing: outgoing,
        dashboard: dashboard, doctor: doctor, service: service)
    }
  }
}

/// The names of the apps in routes.
struct AppNames {
  private let names: [String]

  init(_ names: [String]) {
    self.names = names
  }

  /// The position of the app that a field names; an unknown name is reported.
  func index(_ field: JSONField?) -> Int? {
    guard let field, let name = field.string() else { return nil }
    if let index = names.firstIndex(of: name) { return index }
    field.report("there is no app '\(name)': \(expectation(for: name))")
    return nil
  }

  /// The positions of apps that are named in an array, each once.
  func indices(_ field: JSONField?) -> [Int] {
    var seen: Set<Int> = []
    return (field?.elements() ?? []).compactMap { element in
      guard let index = index(element) else { return nil }
      guard seen.insert(index).inserted else {
        element.report("this app stands twice")
        return nil
      }
      return index
    }
  }

  private func expectation(for name: String) -> String {
    if names.isEmpty { return "'apps' is empty" }
    if let nearest = nearestName(to: name, among: names) { return "did you mean '\(nearest)'?" }
    return "expected one of \(names.joined(separator: ", "))"
  }
}
