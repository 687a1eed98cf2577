import Countries
import PublicSite
import Synchronization
import System

/// The database of countries that a configuration names, read again when its file has changed.
///
/// A start without it is refused, since rules would decide otherwise than meant. Later on a database
/// that is missing or broken leaves the one that is there at work.
struct CountryWatch {
  let path: String?
  private var stamp: FileStamp?
  private(set) var database: CountryDatabase?

  /// Databases of cities, which have countries too, have a tenth of that.
  private static let sizeLimit = 1 << 30

  /// - Parameter path: Of the database; nil for none.
  /// - Throws: when there is none at the path.
  init(_ path: String?) throws(CountryDatabaseError) {
    self.path = path
    guard let path else { return }
    stamp = FileStamp(path)
    database = try Self.open(path)
  }

  /// What the visits of workers are told apart by.
  var sources: VisitorSources {
    guard let database else { return VisitorSources() }
    return VisitorSources(country: { database.country(of: $0) })
  }

  /// Reads the file again when it is another one than the last time.
  ///
  /// - Returns: whether there is another database, or why there is none.
  mutating func refresh() -> Result<Bool, CountryDatabaseError> {
    guard let path else { return .success(false) }
    let now = FileStamp(path)
    guard now != stamp else { return .success(false) }
    stamp = now
    do throws(CountryDatabaseError) {
      database = try Self.open(path)
      return .success(true)
    } catch {
      return .failure(error)
    }
  }

  /// What keeps a server from starting with the database that a configuration names, as `keiro check`
  /// tells it.
  static func problems(of loaded: LoadedConfiguration) -> [ConfigurationProblem] {
    guard let path = loaded.configuration.server.geoDatabase else { return [] }
    do throws(CountryDatabaseError) {
      _ = try open(path)
      return []
    } catch {
      return [
        ConfigurationProblem(
          path: key, position: loaded.places()?.position(path: key),
          message: "the database of countries '\(path)' cannot be used: \(error.message)")
      ]
    }
  }

  /// Where the configuration names the database.
  private static let key = "server.geoDatabase"

  /// - Throws: when the file makes no database.
  static func open(_ path: String) throws(CountryDatabaseError) -> CountryDatabase {
    let bytes: [UInt8]
    do throws(FileReadError) {
      bytes = try readFile(path, limit: sizeLimit)
    } catch {
      throw CountryDatabaseError(message: error.message)
    }
    return try CountryDatabase(bytes)
  }
}
