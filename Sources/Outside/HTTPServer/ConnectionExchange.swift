import HTTPCore

/// The current exchange of a connection, as far as it lasts longer than one event: where the body of the
/// request goes, and the work that the handler does elsewhere.
struct ConnectionExchange {
  private enum Body {
    /// Collected in the decoder, whose limits bound it.
    case collected
    /// Collected in the decoder, in memory that is reserved as the body grows.
    case leased(any HTTPBodyLease)
    case streamed(any HTTPBodySink)
  }

  private var body = Body.collected
  /// The pace at which the client sends a streamed body, or takes a sourced one.
  var pace = TransferPace()
  /// The time that is left to the client for the rest of its period while a piece is processed, in
  /// nanoseconds.
  var patience = 0
  /// The work elsewhere; nothing is read or answered until it is done.
  private(set) var pending: PendingExchange?

  var isAwaiting: Bool { pending != nil }

  /// The receiver of the body; nil when the decoder collects it.
  var sink: (any HTTPBodySink)? {
    if case .streamed(let sink) = body { sink } else { nil }
  }

  /// The lease of memory for the body; nil if the handler wants none.
  var lease: (any HTTPBodyLease)? {
    if case .leased(let lease) = body { lease } else { nil }
  }

  mutating func collect(_ lease: any HTTPBodyLease) {
    body = .leased(lease)
  }

  mutating func stream(_ sink: any HTTPBodySink) {
    body = .streamed(sink)
    pace = TransferPace()
  }

  /// Begins to wait for work elsewhere.
  mutating func wait(_ pending: PendingExchange) {
    self.pending = pending
  }

  /// The work that has just ended; nil when there was none.
  mutating func endWaiting() -> PendingExchange? {
    defer { pending = nil }
    return pending
  }

  /// The sink of a body that is complete, which now makes the response; nil when there is none.
  mutating func finishBody() -> (any HTTPBodySink)? {
    guard let sink else { return nil }
    body = .collected
    pending?.stage = .answering
    return sink
  }

  /// Whether the response comes from a source.
  var isSourced: Bool {
    if case .sending = pending?.stage { true } else { false }
  }

  /// The source of the response, if the client has taken the previous piece and no other is being made.
  mutating func askSource() -> (any HTTPBodySource)? {
    guard case .sending(isAsked: false) = pending?.stage, let source = pending?.response?.source
    else {
      return nil
    }
    pending?.stage = .sending(isAsked: true)
    return source
  }

  /// Notes that a piece of the response is in the output.
  ///
  /// - Returns: the number of bytes of the response so far.
  mutating func didTakePiece(_ count: Int) -> Int {
    pending?.stage = .sending(isAsked: false)
    pending?.bytesSent += count
    return pending?.bytesSent ?? 0
  }

  /// Gives the memory of the body back: the response is on its way.
  @inline(__always)
  mutating func releaseBody() {
    if case .leased = body { body = .collected }
  }

  /// Ends the work for a connection that is closed.
  mutating func cancel() {
    sink?.cancel()
    pending?.cancellation?.cancel()
    body = .collected
    pending = nil
  }
}

/// An exchange whose response, or the rest of it, is produced elsewhere.
struct PendingExchange {
  enum Stage {
    /// Something is read on which the handling of the body depends.
    case admitting(HTTPReading<HTTPIntake>)
    /// Something is read on which the response depends.
    case reading(HTTPReading<HTTPAnswer>)
    /// A sink is processing a piece of the body.
    case receiving
    /// The response is being made.
    case answering
    /// The body of the response comes from a source; true while a piece of it is being made.
    case sending(isAsked: Bool)
  }

  var stage: Stage
  let request: HTTPRequest
  /// The time when the last byte of the request arrived.
  let start: Int
  var response: HTTPResponse?
  var bytesSent = 0
  /// Cancels the work when the connection ends; nil for work that continues.
  var cancellation: HTTPCancellation?
}
