import Countries
import PublicSite

/// The database of countries of the configuration in force.
final class CountryPart: ServicePart {
  /// Nil before the first configuration.
  private var watch: CountryWatch?
  private let say: (String) -> Void

  /// - Parameter say: writes a line to the log.
  init(say: @escaping (String) -> Void) {
    self.say = say
  }

  /// What the visits of workers are told apart by.
  var sources: VisitorSources { watch?.sources ?? VisitorSources() }

  /// A database that is missing is refused. The one that is at work is not read for it.
  func prepare(_ next: CompiledConfiguration) throws(ServiceFailure) -> Adoption {
    let path = next.server.geoDatabase
    if let watch, watch.path == path { return {} }
    do throws(CountryDatabaseError) {
      let opened = try CountryWatch(path)
      return { [self] in watch = opened }
    } catch {
      throw ServiceFailure(
        "cannot use the database of countries '\(path ?? "")' (server.geoDatabase): \(error.message)"
      )
    }
  }

  func tick() -> Bool {
    switch watch?.refresh() ?? .success(false) {
    case .success(let isOther): return isOther
    case .failure(let error):
      say(
        "the database of countries was not read again, the old one goes on serving: "
          + error.message)
      return false
    }
  }
}
