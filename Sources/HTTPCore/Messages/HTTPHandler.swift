/// What answers the requests of one worker.
///
/// A handler belongs to its worker: it is called on the worker's loop alone, so it needs no lock
/// and must not block.
package protocol HTTPHandler: AnyObject {
  /// What becomes of the body that a request announces; asked when its head is whole.
  ///
  /// - Parameter request: without its body.
  func intake(for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPIntake

  /// The answer to a whole request; not asked for requests whose body went elsewhere.
  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer

  /// The answer to bytes that are no request, to a client that is too slow, and to a connection
  /// for which there is no room. The connection is closed after it.
  func response(to failure: HTTPFailure, from peer: HTTPPeer) -> HTTPResponse

  /// Called once an answer has been handed to the connection: the place for counting and logging.
  ///
  /// - Parameter request: nil when the bytes were no request.
  func finished(_ request: HTTPRequest?, _ response: HTTPResponse, _ exchange: HTTPExchange)

  /// Called about four times a second, and once when the worker stops.
  func tick(at now: HTTPInstant)
}

/// The other end of a connection.
package struct HTTPPeer: Hashable, Sendable {
  /// Nil for a unix socket.
  package let address: IPAddress?

  package init(address: IPAddress?) {
    self.address = address
  }
}

/// A point in time, read once for all requests that one wake-up of a worker finds.
package struct HTTPInstant: Equatable, Sendable {
  /// Seconds since 1970, with fraction.
  package let secondsSinceEpoch: Double
  /// Seconds of a clock that nobody sets, from some point on: for whatever takes so long.
  package let steadySeconds: Double

  /// - Parameter steadySeconds: nil for those of a clock that is never set.
  package init(secondsSinceEpoch: Double, steadySeconds: Double? = nil) {
    self.secondsSinceEpoch = secondsSinceEpoch
    self.steadySeconds = steadySeconds ?? secondsSinceEpoch
  }
}

/// Why there is no request to answer.
package struct HTTPFailure: Error, Equatable, Sendable {
  package let status: HTTPStatus
  /// One sentence without capital and full stop: place, value, expectation.
  package let message: String

  package init(_ status: HTTPStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}

/// What is known of a request once it is answered.
package struct HTTPExchange: Sendable {
  package let peer: HTTPPeer
  package let finishedAt: HTTPInstant
  /// From the last byte of the request to the last byte of the answer handed over.
  package let microseconds: Int
  /// Head and body of the answer as sent.
  package let bytesSent: Int

  package init(peer: HTTPPeer, finishedAt: HTTPInstant, microseconds: Int, bytesSent: Int) {
    self.peer = peer
    self.finishedAt = finishedAt
    self.microseconds = microseconds
    self.bytesSent = bytesSent
  }
}
