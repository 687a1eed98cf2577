import Synchronization

/// A response, or the promise of one.
package enum HTTPAnswer {
  /// A complete response, sent at once.
  case ready(HTTPResponse)
  /// Work that must not run on the worker's loop, such as waiting for a disk. It begins at once; the
  /// connection reads nothing until the response is ready.
  case deferred(HTTPDeferredWork)
  /// The response depends on something that has to be read first, elsewhere than on the loop.
  case unread(HTTPReading<HTTPAnswer>)

  /// Work that runs to completion, whether or not the client still waits.
  package static func later(_ begin: @escaping HTTPDeferredWork.Beginning) -> HTTPAnswer {
    .deferred(HTTPDeferredWork(begin))
  }

  /// Passes the response on, once it is ready; for threads other than the loop.
  ///
  /// - Parameter unread: the response in place of one that still depends on something unread, since only
  ///   the loop can go on after reading.
  package func finish(
    orElse unread: @autoclosure () -> HTTPResponse, _ completion: @escaping HTTPCompletion
  ) {
    switch self {
    case .ready(let response): completion(response)
    case .deferred(let work): work(completion)
    case .unread: completion(unread())
    }
  }

  /// The same answer with its response changed, whenever it is ready.
  package func map(_ change: @escaping @Sendable (HTTPResponse) -> HTTPResponse) -> HTTPAnswer {
    switch self {
    case .ready(let response): .ready(change(response))
    case .deferred(let work):
      .deferred(
        HTTPDeferredWork(cancellation: work.cancellation) { completion in
          work { completion(change($0)) }
        })
    case .unread(let reading): .unread(reading.map { $0.map(change) })
    }
  }
}

/// Asynchronous work that calls its completion once, on any thread; cancelled work need not call it.
package struct HTTPDeferredWork {
  /// Starts the work with the completion to call.
  package typealias Beginning = (@escaping HTTPCompletion) -> Void

  /// Signals that the client has gone; nil for work that must run to completion, such as a change.
  package let cancellation: HTTPCancellation?
  private let begin: Beginning

  package init(cancellation: HTTPCancellation? = nil, _ begin: @escaping Beginning) {
    self.cancellation = cancellation
    self.begin = begin
  }

  /// Starts the work.
  package func callAsFunction(_ completion: @escaping HTTPCompletion) {
    begin(completion)
  }
}

/// Something that must not be read on the worker's loop, and what follows there once it has been read.
/// It begins at once; the connection reads nothing until then.
package struct HTTPReading<Next> {
  /// Starts reading, with the completion to call once; a cancelled reading need not call it.
  package typealias Beginning = (@escaping @Sendable () -> Void) -> Void

  /// Signals that nobody waits for it any more.
  package let cancellation: HTTPCancellation
  private let begin: Beginning
  private let makeNext: () -> Next

  /// - Parameters:
  ///   - begin: starts reading; called on the loop.
  ///   - next: makes what follows from what was read; called on the loop.
  package init(
    cancellation: HTTPCancellation, _ begin: @escaping Beginning, next: @escaping () -> Next
  ) {
    self.cancellation = cancellation
    self.begin = begin
    makeNext = next
  }

  /// Starts reading.
  package func callAsFunction(_ completion: @escaping @Sendable () -> Void) {
    begin(completion)
  }

  /// What follows; called once the reading is complete.
  package func next() -> Next { makeNext() }

  /// The same reading, followed by something else.
  package func map<Other>(_ transform: @escaping (Next) -> Other) -> HTTPReading<Other> {
    HTTPReading<Other>(cancellation: cancellation, begin) { [makeNext] in transform(makeNext()) }
  }
}

/// A decision about a request that may depend on something unread.
package protocol HTTPReadable {
  static func unread(_ reading: HTTPReading<Self>) -> Self
}

extension HTTPAnswer: HTTPReadable {}
extension HTTPIntake: HTTPReadable {}

/// Tells work on other threads that its connection has ended. A client that stops sending cannot be
/// distinguished from one that has closed the connection.
package final class HTTPCancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  private let inputFlag = Atomic<Bool>(false)
  /// Whether a client that stops sending still gets its response, unless its connection is needed for
  /// others.
  package let isPatient: Bool

  package init(isPatient: Bool = false) {
    self.isPatient = isPatient
  }

  /// Whether the connection has ended.
  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Whether the client has stopped sending, and has probably gone.
  package var hasInputEnded: Bool { inputFlag.load(ordering: .relaxed) }

  /// Records that the connection has ended.
  package func cancel() {
    flag.store(true, ordering: .relaxed)
    inputFlag.store(true, ordering: .relaxed)
  }

  /// Records that the client has stopped sending.
  package func endInput() {
    inputFlag.store(true, ordering: .relaxed)
  }
}

/// Receives the response of deferred work; may be called on any thread.
package typealias HTTPCompletion = @Sendable (HTTPResponse) -> Void

/// The handling of a request's body.
package enum HTTPIntake {
  /// The body is collected and delivered with the request; the limit of the connection applies.
  case collect
  /// The body is collected with a lower limit. The lease, if any, is extended as bytes arrive, and
  /// released when the request is answered or its connection ends.
  case collectSome(limit: Int, lease: (any HTTPBodyLease)? = nil)
  /// The body is delivered in pieces without a limit; the sink creates the response.
  case stream(any HTTPBodySink)
  /// The body is not read: this response ends the connection.
  case refuse(HTTPResponse)
  /// The handling depends on something that has to be read first, elsewhere than on the loop.
  case unread(HTTPReading<HTTPIntake>)

  /// The same handling with the response of a refusal changed.
  package func mapRefusal(
    _ change: @escaping @Sendable (HTTPResponse) -> HTTPResponse
  ) -> HTTPIntake {
    switch self {
    case .refuse(let response): .refuse(change(response))
    case .unread(let reading): .unread(reading.map { $0.mapRefusal(change) })
    case .collect, .collectSome, .stream: self
    }
  }
}

/// Memory for the body of one request, reserved as its bytes arrive, so an announced length alone
/// reserves nothing.
package protocol HTTPBodyLease: AnyObject, Sendable {
  /// Extends the reservation to a total number of bytes.
  ///
  /// - Returns: false if there is not enough memory left.
  func reach(_ bytes: Int) -> Bool

  /// The response when there is not enough memory; it ends the connection.
  var refusal: HTTPResponse { get }
}

/// Receives a body piece by piece. Each call waits for the completion of the previous one, so that
/// a slow sink slows its client down.
package protocol HTTPBodySink: AnyObject, Sendable {
  /// Takes the next piece of the body.
  ///
  /// - Parameter completion: must be called once, on any thread.
  func receive(_ bytes: [UInt8], completion: @escaping @Sendable () -> Void)

  /// Called when the body is complete.
  func finish(completion: @escaping HTTPCompletion)

  /// Called when the connection breaks before the body is complete; no further calls follow.
  func cancel()
}

/// Supplies the body of a response piece by piece, each after the client has taken the previous
/// one.
package protocol HTTPBodySource: AnyObject, Sendable {
  /// Requests the next part.
  ///
  /// - Parameter completion: must be called once, on any thread.
  func next(completion: @escaping @Sendable (HTTPBodyPart) -> Void)
}

package enum HTTPBodyPart: Sendable {
  case bytes([UInt8])
  case end
  /// The rest is unavailable: the connection is cut, which shows the client that a body of unknown length
  /// is incomplete.
  case failure
}
