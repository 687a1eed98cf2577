import Countries
import KeiroConfiguration
import PublicSite

/// The country database of the configuration in force.
final class CountryPart: ServicePart {
  /// The watch; nil before the first configuration.
  private var watch: CountryWatch?
  private let log: (String) -> Void

  /// - Parameter log: writes a line to the log.
  init(log: @escaping (String) -> Void) {
    self.log = log
  }

  /// The sources of the visitors' traits, for the workers.
  var sources: VisitorSources { watch?.sources ?? VisitorSources() }

  /// Opens the database and refuses a missing one. An unchanged one is not read again.
  func prepare(_ next: CompiledConfiguration) throws(ServiceFailure) -> Adoption {
    let path = next.server.geoDatabase
    if let watch, watch.path == path { return {} }
    do throws(CountryDatabaseError) {
      let opened = try CountryWatch(path)
      return { [self] in watch = opened }
    } catch {
      throw ServiceFailure(error, ofDatabase: path ?? "")
    }
  }

  func tick() -> Bool {
    switch watch?.refresh() ?? .success(false) {
    case .success(let isOther): return isOther
    case .failure(let error):
      log(
        "the database of countries was not read again, the old one goes on serving: "
          + error.message)
      return false
    }
  }
}
