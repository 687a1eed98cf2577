import KeiroConfiguration
import System

/// What would keep `keiro serve` from starting with a valid configuration.
///
/// It is found without connecting to anything and without changing anything: each part of the service
/// says what stands in its way, in the words with which it refuses to start.
enum StartObstacles {
  /// The obstacles with their positions in the file, for `keiro check`.
  static func problems(of loaded: LoadedConfiguration) -> [ConfigurationProblem] {
    let (server, store) = (loaded.configuration.server, loaded.configuration.store)
    let obstacles =
      ServiceListeners.obstacles(server)
      + [AccessLog.obstacle(to: server.accessLog), CountryWatch.obstacle(at: server.geoDatabase)]
      .compactMap(\.self) + (server.tls?.obstacles ?? []) + store.obstacles
    let problems = obstacles.map { obstacle in
      ConfigurationProblem(path: obstacle.path ?? "", message: obstacle.message)
    }
    return loaded.placing(problems + [otherUser(store)].compactMap(\.self))
  }

  /// Says that the administrator's permissions are not those of the user who serves.
  private static func otherUser(_ store: StoreSettings) -> ConfigurationProblem? {
    let (key, path): (String, String)
    switch store {
    case .memory: return nil
    case .sqlite(let file): (key, path) = ("store.sqlite", file)
    case .postgres(let settings): (key, path) = ("store.copy", settings.copy)
    }
    let place = fileExists(path) ? path : FileObstacle.folder(of: path)
    guard Process.user == 0, let owner = FileObstacle.foreignOwner(of: place) else { return nil }
    return ConfigurationProblem(
      .warning, path: key,
      message: "checked as root, who may do everything, while '\(place)' belongs to '\(owner)': "
        + "'sudo -u \(owner) keiro check' says what that user may do")
  }
}
