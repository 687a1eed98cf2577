import AppAssociation
import Cryptography
import JSONSyntax
import SiteModel
import System

package struct LoadedConfiguration: Sendable {
  package let file: String
  package fileprivate(set) var configuration: Configuration
  package let warnings: [ConfigurationProblem]
  /// What is wrong with values; empty for a configuration that is used.
  package let faults: [ConfigurationProblem]
  fileprivate let bytes: [UInt8]

  /// The SHA-256 of the file, in hexadecimal; nil when libcrypto cannot compute it.
  var digest: String? {
    SHA256.digest(bytes)?.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The problems with the positions of their values. Parses the text again: keeping the tree of a
  /// large file would take more memory than everything compiled from it.
  package func placing(_ problems: [ConfigurationProblem]) -> [ConfigurationProblem] {
    guard !problems.isEmpty, let document = try? ConfigurationLoader.document(bytes) else {
      return problems
    }
    return document.placing(problems)
  }

  /// Returns the definition of the service and leaves an empty one in its place. Compiling then takes
  /// over the memory of the links, which would otherwise be there twice.
  mutating func takeService() -> ServiceDefinition {
    var service = ServiceDefinition(apps: [], sites: [])
    swap(&service, &configuration.service)
    return service
  }
}

/// The files that are the configuration where neither an option nor the environment names one.
package enum ConfigurationPlace {
  private static let first = "keiro.json"
  private static let others = ["config/keiro.json", "/etc/keiro/keiro.json"]

  /// The paths in their order, for people.
  package static var sentence: String { "./\(first), " + others.joined(separator: " or ") }

  /// The first path where there is a file, even one that may not be read; where there is none, the first.
  package static func path(where isThere: (String) -> Bool = mayBeThere) -> String {
    ([first] + others).first(where: isThere) ?? first
  }

  /// Whether there is a file, or a folder that does not tell.
  package static func mayBeThere(_ path: String) -> Bool {
    fileExists(path) && folderExists(FileObstacle.folder(of: path))
  }
}

extension Configuration {
  /// The rest that can still be judged beside faults: no store, listeners or certificates where one is
  /// wrong, and of a site with a fault its files and its other routes, but not its addresses and links.
  fileprivate func without(_ faults: [ConfigurationProblem]) -> Configuration {
    func isFaulty(_ path: String) -> Bool { faults.contains { $0.isInside(path) } }
    var rest = self
    if isFaulty("store") { rest.store = .memory }
    if isFaulty("server.listen") { rest.server.listen = [] }
    if isFaulty("server.management") { rest.server.management = [] }
    if isFaulty("server.tls") { rest.server.tls = nil }
    for (number, site) in service.sites.enumerated() where isFaulty("sites[\(number)]") {
      var other = SiteDefinition()
      other.environment = site.environment
      other.ownAppleDocument = site.ownAppleDocument
      other.ownAndroidDocument = site.ownAndroidDocument
      other.substitutionVariables = site.substitutionVariables
      other.routes = site.routes.enumerated().map { route, definition in
        // Any other one in its place keeps the numbers of those behind it.
        isFaulty("sites[\(number)].routes[\(route)]")
          ? RouteDefinition(component: Component(path: "/")) : definition
      }
      rest.service.sites[number] = other
    }
    return rest
  }
}

/// Turns a file into a configuration, or into all of its problems.
package enum ConfigurationLoader {
  /// The size limit in bytes. A larger file is probably not a configuration at all.
  static let sizeLimit = 64 << 20

  /// Reads and decodes a file. Throws if it cannot be read or has errors.
  package static func load(path: String) throws(ConfigurationFailure) -> LoadedConfiguration {
    try load(try read(path), file: path)
  }

  /// Reads a file for a report, also one with faults. Throws only if it cannot be read.
  package static func examine(path: String) throws(ConfigurationFailure) -> LoadedConfiguration {
    examine(try read(path), file: path)
  }

  /// Examines bytes that have already been read.
  ///
  /// - Parameter file: the source of the bytes; relative paths start at its folder.
  package static func examine(_ bytes: [UInt8], file: String) -> LoadedConfiguration {
    func loaded(
      _ configuration: Configuration, warnings: [ConfigurationProblem] = [],
      faults: [ConfigurationProblem] = []
    ) -> LoadedConfiguration {
      LoadedConfiguration(
        file: file, configuration: configuration, warnings: warnings, faults: faults, bytes: bytes)
    }
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try self.document(bytes)
    } catch {
      return loaded(Configuration(), faults: [problem(error, in: bytes)])
    }
    let collector = JSONProblemCollector(document)
    let state = ReadingState(folder: ConfigurationFolder(ofFile: file))
    let configuration =
      ConfigurationTable<Configuration>.root.read(collector.root, state) ?? Configuration()
    let faults = inFileOrder(collector.problems.map(ConfigurationProblem.init))
    guard faults.isEmpty else { return loaded(configuration.without(faults), faults: faults) }
    let warnings = configuration.warnings + configuration.openFiles(state, file: file)
    return loaded(configuration, warnings: inFileOrder(document.placing(warnings)))
  }

  /// Reads the section `server` of a file alone, quickly and whatever is wrong with the rest; wrong
  /// values are as if they were missing.
  package static func serverSettings(path: String) throws(ConfigurationFailure) -> ServerSettings {
    let bytes = try read(path)
    do throws(JSONSyntaxError) {
      let collector = JSONProblemCollector(try document(bytes))
      let state = ReadingState(folder: ConfigurationFolder(ofFile: path))
      let settings = collector.root.object { object in
        object.optional("server").flatMap {
          ConfigurationTable<ServerSettings>.server.read($0, state)
        }
      }
      return (settings ?? nil) ?? ServerSettings()
    } catch {
      throw .invalid([problem(error, in: bytes)])
    }
  }

  private static func read(_ path: String) throws(ConfigurationFailure) -> [UInt8] {
    do throws(FileReadError) {
      return try readFile(path, limit: sizeLimit)
    } catch {
      let help =
        fileExists(path)
        ? folderExists(path) ? ": expected a file, such as '\(path)/keiro.json'" : ""
        : ": expected one that --config or KEIRO_CONFIG names, or else "
          + "\(ConfigurationPlace.sentence); 'keiro init' writes a first one"
      throw .unreadable("cannot read the configuration '\(path)': \(error.message)\(help)")
    }
  }

  /// Loads a configuration from bytes that have already been read.
  ///
  /// - Parameter file: the source of the bytes; relative paths start at its folder.
  package static func load(
    _ bytes: [UInt8], file: String
  ) throws(ConfigurationFailure) -> LoadedConfiguration {
    let loaded = examine(bytes, file: file)
    guard loaded.faults.isEmpty else { throw .invalid(loaded.faults) }
    return loaded
  }

  /// Short links are by far the most of a large file, and they are read one after the other.
  fileprivate static func document(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONDocument {
    try JSONDocument(parsing: bytes, memberLimit: 1000)
  }

  private static func problem(_ error: JSONSyntaxError, in bytes: [UInt8]) -> ConfigurationProblem {
    let position = JSONLines(bytes: bytes).position(of: error.offset)
    let help = error.reason.help.map { "; " + $0 } ?? ""
    return ConfigurationProblem(path: "", position: position, message: error.message + help)
  }

  /// The problems sorted by position; those at the same position keep their order.
  package static func inFileOrder(_ problems: [ConfigurationProblem]) -> [ConfigurationProblem] {
    problems.enumerated().sorted { left, right in
      let (first, second) = (left.element.position, right.element.position)
      return (first?.line ?? 0, first?.column ?? 0, left.offset)
        < (second?.line ?? 0, second?.column ?? 0, right.offset)
    }.map(\.element)
  }
}
