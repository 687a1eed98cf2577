/// An answer, or the promise of one.
package enum HTTPAnswer {
  case ready(HTTPResponse)
  /// Work that may not be done on the worker's loop, such as waiting for a disk. It is begun at
  /// once; the connection reads nothing further until the answer is there.
  case later(HTTPDeferredWork)
}

/// Begins some work, which calls its completion once, on whatever thread.
package typealias HTTPDeferredWork = (@escaping HTTPCompletion) -> Void

package typealias HTTPCompletion = @Sendable (HTTPResponse) -> Void

/// What becomes of the body of a request.
package enum HTTPIntake {
  /// It is gathered and comes with the request; the limit of the connection holds.
  case collect
  /// It is handed over in pieces, however long it becomes; the answer is the sink's.
  case stream(any HTTPBodySink)
  /// It is not read: this answer ends the connection.
  case refuse(HTTPResponse)
}

/// Takes a body piece by piece. The calls come one after the other; the next comes only when the
/// completion of the one before has been called, so that a slow sink slows its client down.
package protocol HTTPBodySink: AnyObject, Sendable {
  /// - Parameter completion: to be called once, on whatever thread.
  func receive(_ bytes: [UInt8], completion: @escaping @Sendable () -> Void)

  /// The body is whole.
  func finish(completion: @escaping HTTPCompletion)

  /// The connection broke before the body was whole; nothing else is called.
  func cancel()
}

/// Gives the body of an answer piece by piece, when the client has taken the one before.
package protocol HTTPBodySource: AnyObject, Sendable {
  /// - Parameter completion: to be called once, on whatever thread.
  func next(completion: @escaping @Sendable (HTTPBodyPart) -> Void)
}

/// What comes next of a body.
package enum HTTPBodyPart: Sendable {
  case bytes([UInt8])
  case end
  /// The rest cannot be had: the connection is cut, which is how a client learns that a body of
  /// unknown length is not whole.
  case failure
}
