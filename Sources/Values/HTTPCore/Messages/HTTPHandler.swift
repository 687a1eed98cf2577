package import WebSyntax

/// Answers the requests of one worker.
///
/// A handler belongs to its worker: it is called only on the worker's loop, so it needs no lock and
/// must not block.
package protocol HTTPHandler: AnyObject {
  /// The handling of the body that a request announces; called when its head is complete.
  ///
  /// - Parameter request: the request without its body.
  func intake(for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPIntake

  /// The response to a complete request; not called for requests whose body was streamed or
  /// refused.
  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer

  /// Answers a complete request with a redirect that is ready in the handler's memory. The handler learns
  /// at once that it was sent: neither `answer` nor `finished` is called afterwards.
  ///
  /// - Parameter send: must be called once for such a redirect.
  /// - Returns: whether such a redirect exists; false leaves the request to `answer`.
  func sendReady(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant, _ send: ReadySending
  ) -> Bool

  /// Whether a request asks for the health of the service, so that it is answered on a connection beyond
  /// the limits, where any other is refused.
  func isProbe(_ request: HTTPRequest) -> Bool

  /// The response to bytes that are not a request, to a client that is too slow, and to a
  /// connection beyond the limit. The connection is closed after it.
  func response(to failure: HTTPFailure, from peer: HTTPPeer) -> HTTPResponse

  /// Called once a response has been passed to the connection: the place for counting and logging.
  ///
  /// - Parameter request: nil when the bytes were not a request.
  func finished(_ request: HTTPRequest?, _ response: HTTPResponse, _ exchange: HTTPExchange)

  /// Called about four times a second, and once when the worker stops.
  func tick(at now: HTTPInstant)
}

/// Sends a redirect from memory that the handler keeps.
///
/// - Parameters:
///   - location: the value of the Location field.
///   - rest: every byte after that value: the end of its line, the other lines, and the empty line.
package typealias ReadySending = (
  _ status: HTTPStatus, _ location: Span<UInt8>, _ rest: Span<UInt8>
) -> HTTPExchange

extension HTTPHandler {
  /// The default for handlers without ready redirects.
  package func sendReady(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant, _ send: ReadySending
  ) -> Bool { false }

  /// The default for handlers without probes.
  package func isProbe(_ request: HTTPRequest) -> Bool { false }
}

/// The other end of a connection.
package struct HTTPPeer: Hashable, Sendable {
  /// The address; nil for a unix socket.
  package let address: IPAddress?
  /// Whether the connection is encrypted up to here.
  package let isSecure: Bool
  /// The knowledge about the proxy that named the client below HTTP.
  package let front: Front

  /// The knowledge about a proxy below HTTP.
  package enum Front: Sendable {
    /// There is no proxy, or it reveals nothing.
    case unknown
    /// The proxy states that the client uses TLS with it, or that it does not.
    case secure, plain
    /// The proxy's fields are trusted, too, although the address is the client's.
    case trusted
  }

  package init(address: IPAddress?, isSecure: Bool = false, front: Front = .unknown) {
    self.address = address
    self.isSecure = isSecure
    self.front = front
  }
}

/// A point in time, read once for all requests of one wake-up of a worker.
package struct HTTPInstant: Equatable, Sendable {
  /// Seconds since 1970, with a fraction.
  package let secondsSinceEpoch: Double
  /// Seconds of a monotonic clock with an arbitrary origin, for measuring durations.
  package let steadySeconds: Double

  /// - Parameter steadySeconds: the monotonic time; nil for a wall clock that is never adjusted.
  package init(secondsSinceEpoch: Double, steadySeconds: Double? = nil) {
    self.secondsSinceEpoch = secondsSinceEpoch
    self.steadySeconds = steadySeconds ?? secondsSinceEpoch
  }
}

/// The reason why there is no request to answer.
package struct HTTPFailure: Error, Equatable, Sendable {
  /// The status with which the client is answered.
  package let status: HTTPStatus
  /// A sentence without capital letter and full stop: position, value, expectation.
  package let message: String
  /// The first bytes of a request whose head is too long; empty for other failures. They tell which
  /// pages it was about.
  package var start = ""

  package init(_ status: HTTPStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}

/// The data about an answered request.
package struct HTTPExchange: Sendable {
  /// The client that received the response.
  package let peer: HTTPPeer
  /// The time at which the last byte of the response was sent.
  package let finishedAt: HTTPInstant
  /// The time from the last byte of the request to the last byte of the response.
  package let microseconds: Int
  /// The number of bytes sent for the response, head and body.
  package let bytesSent: Int

  package init(peer: HTTPPeer, finishedAt: HTTPInstant, microseconds: Int, bytesSent: Int) {
    self.peer = peer
    self.finishedAt = finishedAt
    self.microseconds = microseconds
    self.bytesSent = bytesSent
  }
}
