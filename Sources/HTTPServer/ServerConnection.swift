import HTTPCore
import Sockets

/// A connection of a worker: its bytes in and out, and what it waits for.
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
  var state = State.reading
  var decoder: HTTPRequestDecoder
  /// Bytes that came in while answers were waiting to go out.
  var unread: [UInt8] = []
  var output: [UInt8] = []
  var outputStart = 0
  /// No further request is read once the output is gone.
  var isEnding = false
  /// The client may still be sending, so the end has to be a gentle one.
  var mustLinger = false
  var hasReadEnd = false
  /// What the handler works on elsewhere; nothing is read or answered until that is done.
  var pending: PendingExchange?
  /// Takes the body of the request that is being read.
  var sink: (any HTTPBodySink)?
  /// What the loop watches the socket for.
  var interest = EventLoop.Interest.reading

  init(
    descriptor: Int32, peer: HTTPPeer, slot: Int, generation: UInt32, limits: HTTPLimits
  ) {
    self.descriptor = descriptor
    self.peer = peer
    self.slot = slot
    self.generation = generation
    decoder = HTTPRequestDecoder(limits: limits)
  }

  var hasOutput: Bool { outputStart < output.count }
  var isAwaiting: Bool { pending != nil }

  /// The position and generation as an event's token.
  var token: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: slot)) }

  func dropSentOutput() {
    output.removeAll(keepingCapacity: true)
    outputStart = 0
  }

  /// An idle connection keeps nothing but its socket.
  func releaseBuffers() {
    output = []
    unread = []
    outputStart = 0
    decoder.releaseStorage()
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
