package import Outgoing

/// Requests to an authority, and the time they take; injected for tests.
package struct ACMETransport: Sendable {
  /// Sends a request and waits for its answer; the body is nil for GET and HEAD.
  package let send:
    @Sendable (_ method: String, _ url: String, _ body: [UInt8]?) throws(ACMEError)
      -> OutgoingAnswer
  /// Waits for some seconds.
  ///
  /// - Throws: `stopped` when the service stops before.
  package typealias Wait = @Sendable (_ seconds: Int) throws(ACMEError) -> Void

  /// Waits between two requests of an order.
  package var wait: Wait
  /// Returns the time in seconds since 1970.
  package let now: @Sendable () -> Int

  package init(
    send: @escaping @Sendable (String, String, [UInt8]?) throws(ACMEError) -> OutgoingAnswer,
    wait: @escaping Wait, now: @escaping @Sendable () -> Int
  ) {
    self.send = send
    self.wait = wait
    self.now = now
  }
}
