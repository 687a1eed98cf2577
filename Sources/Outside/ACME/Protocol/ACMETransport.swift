/// Requests to an authority, and the time they take; injected for tests.
package struct ACMETransport: Sendable {
  package struct Answer: Sendable {
    package let status: Int
    /// The fields, with names in lower case.
    package let fields: [(name: String, value: String)]
    /// The body, a JSON document or a certificate chain.
    package let body: [UInt8]

    package init(status: Int, fields: [(name: String, value: String)], body: [UInt8]) {
      self.status = status
      self.fields = fields
      self.body = body
    }

    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
  }

  /// Sends a request and waits for its answer; the body is nil for GET and HEAD.
  package let send:
    @Sendable (_ method: String, _ url: String, _ body: [UInt8]?) throws(ACMEError) -> Answer
  /// Waits for some seconds.
  ///
  /// - Throws: `stopped` when the service stops before.
  package typealias Wait = @Sendable (_ seconds: Int) throws(ACMEError) -> Void

  /// Waits between two requests of an order.
  package var wait: Wait
  /// Returns the time in seconds since 1970.
  package let now: @Sendable () -> Int

  package init(
    send: @escaping @Sendable (String, String, [UInt8]?) throws(ACMEError) -> Answer,
    wait: @escaping Wait, now: @escaping @Sendable () -> Int
  ) {
    self.send = send
    self.wait = wait
    self.now = now
  }
}
