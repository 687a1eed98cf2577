import System

/// A part of the running service that the configuration has a say in.
///
/// The service owns its parts and calls them on its control queue, one after another. A part begins its
/// work with the first configuration that it is given; start and reload are one way.
protocol ServicePart: AnyObject {
  /// Opens what a configuration asks for and changes nothing yet, since another part may refuse it.
  ///
  /// - Throws: when the configuration cannot be served.
  func prepare(_ next: CompiledConfiguration) throws(ServiceFailure) -> Adoption

  /// Called once a second: the place to notice what has changed outside.
  ///
  /// - Returns: whether the handlers have to be made anew.
  func tick() -> Bool

  /// Ends the work of the part.
  func stop()
}

extension ServicePart {
  func tick() -> Bool { false }
  func stop() {}
}

/// A part that needs no preparation.
final class AdoptingPart: ServicePart {
  private let adopt: (CompiledConfiguration) -> Void
  private let end: () -> Void

  init(_ adopt: @escaping (CompiledConfiguration) -> Void, stop: @escaping () -> Void) {
    self.adopt = adopt
    end = stop
  }

  func prepare(_ next: CompiledConfiguration) -> Adoption { { [adopt] in adopt(next) } }
  func stop() { end() }
}

/// Puts what a part has prepared into force. It cannot fail: other parts have changed already.
typealias Adoption = () -> Void

/// The reason why a configuration cannot be served: one sentence that names the file, port or store.
struct ServiceFailure: Error {
  /// The place in the configuration; nil where the environment is at fault.
  let path: String?
  let message: String

  init(_ message: String, at path: String? = nil) {
    self.message = message
    self.path = path
  }

  init(_ error: SystemError) {
    if error.isAddressInUse {
      self.init("cannot listen on \(error.subject): another process listens there")
    } else if error.isAddressForbidden {
      self.init(
        "cannot listen on \(error.subject): permission denied: expected a port above 1023, a socket "
          + "of systemd, or the capability CAP_NET_BIND_SERVICE")
    } else {
      self.init("\(error)")
    }
  }

  /// With the place in front of it.
  var sentence: String { path.map { "\($0): \(message)" } ?? message }
}
