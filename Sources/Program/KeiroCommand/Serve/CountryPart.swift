import Countries
import KeiroConfiguration
import PublicSite
import System

final class CountryPart: ServicePart {
  /// The watch; nil before the first configuration.
  private var watch: CountryWatch?
  private let environment: ServiceEnvironment

  init(_ environment: ServiceEnvironment) {
    self.environment = environment
  }

  var sources: VisitorSources { watch?.sources ?? VisitorSources() }

  /// Opens the database and refuses a missing one. An unchanged one is not read again.
  func prepare(_ next: CompiledConfiguration) throws(ServiceFailure) -> Adoption {
    let path = next.server.geoDatabase
    if let watch, watch.path == path { return {} }
    let opened = try rethrown(CountryWatch(path)) {
      ServiceFailure($0, ofDatabase: path ?? "")
    }
    return { [self] in watch = opened }
  }

  func tick() -> Bool {
    switch watch?.refresh() ?? .success(false) {
    case .success(let isOther): return isOther
    case .failure(let error):
      environment.log(
        "the database of countries was not read again, the old one goes on serving: "
          + error.message)
      return false
    }
  }
}

/// The country database of a configuration, reloaded when its file changes.
///
/// The server does not start without it, since rules would then decide differently. Once it runs, a
/// missing or broken file leaves the current database in use.
struct CountryWatch {
  let path: String?
  private var stamp: FileStamp?
  private(set) var database: CountryDatabase?

  /// The maximum size in bytes. City databases, which include countries, are a tenth of this size.
  private static let sizeLimit = 1 << 30

  /// - Parameter path: the path of the database; nil for none.
  /// - Throws: an error if there is no valid database at the path.
  init(_ path: String?) throws(CountryDatabaseError) {
    self.path = path
    guard let path else { return }
    stamp = FileStamp(path)
    database = try Self.open(path)
  }

  var sources: VisitorSources {
    guard let database else { return VisitorSources() }
    return VisitorSources(country: { database.country(of: $0) })
  }

  /// Reloads the file if it has changed.
  ///
  /// - Returns: whether there is a new database, or why the file is not valid.
  mutating func refresh() -> Result<Bool, CountryDatabaseError> {
    guard let path else { return .success(false) }
    let now = FileStamp(path)
    guard now != stamp else { return .success(false) }
    stamp = now
    return Result { () throws(CountryDatabaseError) in
      database = try Self.open(path)
      return true
    }
  }

  /// What keeps a start from using the database of countries at a path; nil if nothing does.
  static func obstacle(at path: String?) -> ServiceFailure? {
    do throws(CountryDatabaseError) {
      _ = try path.map { path throws(CountryDatabaseError) in try open(path) }
      return nil
    } catch {
      return ServiceFailure(error, ofDatabase: path ?? "")
    }
  }

  static func open(_ path: String) throws(CountryDatabaseError) -> CountryDatabase {
    let bytes = try rethrown(readFile(path, limit: sizeLimit)) { (error: FileReadError) in
      CountryDatabaseError(message: error.message)
    }
    return try CountryDatabase(bytes)
  }
}

extension ServiceFailure {
  init(_ error: CountryDatabaseError, ofDatabase path: String) {
    self.init(
      "the database of countries '\(path)' cannot be used: \(error.message)",
      at: "server.geoDatabase")
  }
}
