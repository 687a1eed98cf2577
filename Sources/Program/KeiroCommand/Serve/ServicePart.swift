import HTTPServer
import KeiroConfiguration
import Sockets
import System

/// A part of the running service that depends on the configuration.
///
/// The service owns its parts and calls them on its control queue, one after another. A part starts
/// working with the first configuration that it adopts; start and reload work alike.
protocol ServicePart: AnyObject {
  /// Opens what a configuration asks for without changing anything yet, since another part may refuse
  /// it.
  ///
  /// - Throws: an error if the configuration cannot be served.
  func prepare(_ next: CompiledConfiguration) throws(ServiceFailure) -> Adoption

  /// Called once a second, to notice outside changes.
  ///
  /// - Returns: whether the handlers have to be replaced.
  func tick() -> Bool

  /// Stops the part.
  func stop()
}

extension ServicePart {
  func tick() -> Bool { false }
  func stop() {}
}

/// What the parts of the service have in common.
struct ServiceEnvironment: Sendable {
  /// Returns the seconds since 1970.
  let now: @Sendable () -> Double
  /// Returns the seconds of a steady clock.
  let steady: @Sendable () -> Double
  /// Writes a line to the log.
  let log: @Sendable (String) -> Void

  init(_ clock: ServerClock, _ console: Console) {
    now = { clock.read().secondsSinceEpoch }
    steady = { Double(clock.read().steady) / 1_000_000_000 }
    log = { console.note("keiro: \($0)") }
  }
}

/// A part without preparation.
final class AdoptingPart: ServicePart {
  private let end: () -> Void
  private let adopt: (CompiledConfiguration) -> Void

  init(stop: @escaping () -> Void, adopt: @escaping (CompiledConfiguration) -> Void) {
    end = stop
    self.adopt = adopt
  }

  func prepare(_ next: CompiledConfiguration) -> Adoption { { [adopt] in adopt(next) } }
  func stop() { end() }
}

/// Adopts what a part has prepared. It cannot fail, since other parts have already changed.
typealias Adoption = () -> Void

/// Why a configuration cannot be served: a sentence that names the file, port or store.
struct ServiceFailure: Error {
  /// The path in the configuration; nil when the environment is at fault.
  let path: String?
  let message: String

  init(_ message: String, at path: String? = nil) {
    self.message = message
    self.path = path
  }

  init(_ error: SystemError, at path: String? = nil) {
    self.init("\(error)", at: path)
  }

  /// A listener could not be opened.
  init(listening error: SystemError, at path: String) {
    self.init("cannot listen on \(error.subject): \(Listener.sentence(about: error))", at: path)
  }

  /// The message, preceded by the path.
  var sentence: String { path.map { "\($0): \(message)" } ?? message }
}
