/// A response, or the promise of one.
package enum HTTPAnswer {
  case ready(HTTPResponse)
  /// Work that must not run on the worker's loop, such as waiting for a disk. It begins at once;
  /// the connection reads nothing further until the response is ready.
  case later(HTTPDeferredWork)
}

/// Begins some work, which calls its completion once, on any thread.
package typealias HTTPDeferredWork = (@escaping HTTPCompletion) -> Void

package typealias HTTPCompletion = @Sendable (HTTPResponse) -> Void

/// The handling of a request's body.
package enum HTTPIntake {
  /// The body is collected and delivered with the request; the limit of the connection applies.
  case collect
  /// The same with a lower limit. The lease is released when the request is answered or its
  /// connection ends.
  case collectSome(limit: Int, lease: (any AnyObject & Sendable)? = nil)
  /// The body is delivered in pieces without a limit; the sink makes the response.
  case stream(any HTTPBodySink)
  /// The body is not read: this response ends the connection.
  case refuse(HTTPResponse)
}

/// Receives a body piece by piece. Each call waits for the completion of the previous one, so that
/// a slow sink slows its client down.
package protocol HTTPBodySink: AnyObject, Sendable {
  /// - Parameter completion: must be called once, on any thread.
  func receive(_ bytes: [UInt8], completion: @escaping @Sendable () -> Void)

  /// The body is complete.
  func finish(completion: @escaping HTTPCompletion)

  /// The connection broke before the body was complete; no further calls follow.
  func cancel()
}

/// Supplies the body of a response piece by piece, each after the client has taken the previous
/// one.
package protocol HTTPBodySource: AnyObject, Sendable {
  /// - Parameter completion: must be called once, on any thread.
  func next(completion: @escaping @Sendable (HTTPBodyPart) -> Void)
}

/// The next part of a body.
package enum HTTPBodyPart: Sendable {
  case bytes([UInt8])
  case end
  /// The rest is unavailable: the connection is cut, which tells the client that a body of unknown
  /// length is incomplete.
  case failure
}
