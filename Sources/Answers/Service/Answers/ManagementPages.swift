package import HTTPCore

/// Pages for people on the management listener, beside the API.
package protocol ManagementPages: AnyObject, Sendable {
  /// Whether a request is for a page, so that `intake` and `answer` are asked.
  func covers(_ request: HTTPRequest) -> Bool

  /// The handling of the body that a request announces.
  func intake(for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPIntake

  /// The page, or where to find one.
  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer
}
