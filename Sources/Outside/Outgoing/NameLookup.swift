import CCurl
package import WebSyntax

/// Look-ups of host names by the system's resolver.
package enum NameLookup {
  package struct Failure: Error, Equatable, Sendable {
    /// The system's message, such as `Name or service not known`.
    package let message: String

    package init(message: String) {
      self.message = message
    }
  }

  /// The unique addresses of both families, in the order in which the system tries them. Waits for the
  /// answer.
  package static func addresses(of name: String) throws(Failure) -> [IPAddress] {
    let (code, addresses) = look(name)
    guard code == 0 else {
      throw Failure(message: gai_strerror(code).map { String(cString: $0) } ?? "error \(code)")
    }
    return addresses
  }

  /// Whether a name exists; nil when that is unknown. Waits for the answer.
  package static func knows(_ name: String) -> Bool? {
    switch look(name).code {
    case 0: true
    case EAI_NONAME: false
    default: nil
    }
  }

  private static func look(_ name: String) -> (code: Int32, addresses: [IPAddress]) {
    final class Found {
      var addresses: [IPAddress] = []
    }
    let found = Found()
    let code = withExtendedLifetime(found) {
      keiro_addresses(name, Unmanaged.passUnretained(found).toOpaque()) { context, pointer in
        guard let context, let pointer, let endpoint = Endpoint(pointer) else { return }
        let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
        if !found.addresses.contains(endpoint.address) { found.addresses.append(endpoint.address) }
      }
    }
    return (code, found.addresses)
  }
}
