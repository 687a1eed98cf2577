package import HTTPCore

/// Answers of the management listener besides the API: web pages and calls of compatible services.
package protocol ManagementPages: AnyObject, Sendable {
  /// Returns whether `intake` and `answer` are responsible for a request.
  func covers(_ request: HTTPRequest) -> Bool

  /// Returns how to handle the body that a request announces.
  func intake(for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPIntake

  /// Returns the answer to a covered request.
  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer
}
