package import HTTPCore

/// What the management listener answers beside the API: pages for people, calls of other services.
package protocol ManagementPages: AnyObject, Sendable {
  /// Whether a request is for one of them, so that `intake` and `answer` are asked.
  func covers(_ request: HTTPRequest) -> Bool

  /// The handling of the body that a request announces.
  func intake(for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPIntake

  /// The answer to a request that is covered.
  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer
}
