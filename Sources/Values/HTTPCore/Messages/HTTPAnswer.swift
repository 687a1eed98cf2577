import Synchronization

/// A response, or the promise of one.
package enum HTTPAnswer {
  case ready(HTTPResponse)
  /// Work that must not run on the worker's loop, such as waiting for a disk. It begins at once;
  /// the connection reads nothing further until the response is ready.
  case deferred(HTTPDeferredWork)

  /// Work that goes on to its end, whether or not the client still waits.
  package static func later(_ begin: @escaping HTTPDeferredWork.Beginning) -> HTTPAnswer {
    .deferred(HTTPDeferredWork(begin))
  }
}

/// Some work, which calls its completion once, on any thread; cancelled work need not call it.
package struct HTTPDeferredWork {
  package typealias Beginning = (@escaping HTTPCompletion) -> Void

  /// Learns when the client has gone; nil for work that goes on to its end, such as a change.
  package let cancellation: HTTPCancellation?
  private let begin: Beginning

  package init(cancellation: HTTPCancellation? = nil, _ begin: @escaping Beginning) {
    self.cancellation = cancellation
    self.begin = begin
  }

  package func callAsFunction(_ completion: @escaping HTTPCompletion) {
    begin(completion)
  }
}

/// Tells work elsewhere that its connection has ended. A client that stops sending cannot be told
/// from one that has closed the connection.
package final class HTTPCancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  private let inputFlag = Atomic<Bool>(false)
  /// Whether a client that stops sending still gets its answer, unless others need the room.
  package let isPatient: Bool

  package init(isPatient: Bool = false) {
    self.isPatient = isPatient
  }

  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Whether the client has stopped sending, and has probably gone.
  package var hasInputEnded: Bool { inputFlag.load(ordering: .relaxed) }

  package func cancel() {
    flag.store(true, ordering: .relaxed)
    inputFlag.store(true, ordering: .relaxed)
  }

  package func endInput() {
    inputFlag.store(true, ordering: .relaxed)
  }
}

package typealias HTTPCompletion = @Sendable (HTTPResponse) -> Void

/// The handling of a request's body.
package enum HTTPIntake {
  /// The body is collected and delivered with the request; the limit of the connection applies.
  case collect
  /// The same with a lower limit. The lease, if any, is asked as bytes arrive; it is released when
  /// the request is answered or its connection ends.
  case collectSome(limit: Int, lease: (any HTTPBodyLease)? = nil)
  /// The body is delivered in pieces without a limit; the sink makes the response.
  case stream(any HTTPBodySink)
  /// The body is not read: this response ends the connection.
  case refuse(HTTPResponse)
}

/// Memory for the body of one request, taken as its bytes arrive: what a client only announces takes
/// none.
package protocol HTTPBodyLease: AnyObject, Sendable {
  /// Takes what is missing for so many bytes in all.
  ///
  /// - Returns: false when there is not enough left.
  func reach(_ bytes: Int) -> Bool

  /// The answer to a body for which there was not enough: it ends the connection.
  var refusal: HTTPResponse { get }
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
