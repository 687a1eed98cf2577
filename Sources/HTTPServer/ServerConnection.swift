import HTTPCore
import Sockets

/// A connection of a worker: its bytes in and out, and what it waits for.
///
/// Only its worker touches it, on the loop's queue, and no access reaches into another's time: to
/// have the runtime watch for that took a tenth of what a redirect takes.
final class ServerConnection {
  /// What the connection is doing; each state has its own deadline.
  enum State {
    /// Waiting for a request or its rest.
    case reading
    /// Waiting for the client to take an answer.
    case writing
    /// The last answer is out; what the client still sends is thrown away for a moment, because
    /// closing over unread bytes would reset the connection and could lose the answer.
    case lingering
  }

  let descriptor: Int32
  let peer: HTTPPeer
  /// Position in the worker's table.
  let slot: Int
  /// Tells events of this connection from those of an earlier one in the same slot.
  let generation: UInt32
  @exclusivity(unchecked) var state = State.reading
  /// Has the beginning of a request; between requests the worker's own reader is everybody's.
  @exclusivity(unchecked) var reader: RequestReader?
  /// Bytes that came in while answers were waiting to go out.
  @exclusivity(unchecked) var unread: [UInt8] = []
  /// Lent by the worker while there is something in it.
  @exclusivity(unchecked) var output: [UInt8] = []
  @exclusivity(unchecked) var outputStart = 0
  /// No further request is read once the output is gone.
  @exclusivity(unchecked) var isEnding = false
  /// The client may still be sending, so the end has to be a gentle one.
  @exclusivity(unchecked) var mustLinger = false
  @exclusivity(unchecked) var hasReadEnd = false
  /// What the handler works on elsewhere; nothing is read or answered until that is done.
  @exclusivity(unchecked) var pending: PendingExchange?
  /// Takes the body of the request that is being read.
  @exclusivity(unchecked) var sink: (any HTTPBodySink)?
  /// What the loop watches the socket for.
  @exclusivity(unchecked) var interest = EventLoop.Interest.reading

  init(descriptor: Int32, peer: HTTPPeer, slot: Int, generation: UInt32) {
    self.descriptor = descriptor
    self.peer = peer
    self.slot = slot
    self.generation = generation
  }

  /// How far the request has come that is being read.
  var phase: HTTPRequestDecoder.Phase { reader?.decoder.phase ?? .idle }
  var hasOutput: Bool { outputStart < output.count }
  var isAwaiting: Bool { pending != nil }

  /// The position and generation as an event's token.
  var token: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: slot)) }

  func dropSentOutput() {
    output.removeAll(keepingCapacity: true)
    outputStart = 0
  }
}

/// A decoder that goes from connection to connection.
final class RequestReader {
  @exclusivity(unchecked) var decoder: HTTPRequestDecoder

  init(limits: HTTPLimits) {
    decoder = HTTPRequestDecoder(limits: limits)
  }
}

/// An exchange whose answer, or the rest of it, is made elsewhere.
struct PendingExchange {
  enum Stage {
    /// A sink looks at a piece of the body.
    case receiving
    /// The answer is worked on.
    case answering
    /// The answer's body comes from a source; true while a piece of it is being made.
    case sending(isAsked: Bool)
  }

  var stage: Stage
  let request: HTTPRequest
  /// When the last byte of the request was there.
  let start: Int
  var response: HTTPResponse?
  var bytesSent = 0
}
