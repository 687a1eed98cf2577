import HTTPCore
import Sockets

/// A connection of a worker: its buffers, and its state as values that change themselves.
///
/// Only its worker accesses it, on the loop's queue, and accesses never overlap: checking that at
/// run time took a tenth of the time of a redirect.
final class ServerConnection {
  let descriptor: Int32
  @exclusivity(unchecked) var edge: ConnectionEdge
  /// The index in the worker's table.
  let slot: Int
  /// Distinguishes events of this connection from events of an earlier one in the same slot.
  let generation: UInt32
  @exclusivity(unchecked) var state = ConnectionState()
  @exclusivity(unchecked) var exchange = ConnectionExchange()
  /// Holds the beginning of a request; between requests the worker's reader is shared.
  @exclusivity(unchecked) var reader: RequestReader?
  /// Bytes received while responses were waiting to be sent.
  @exclusivity(unchecked) var unread: [UInt8] = []
  /// Its buffer is lent by the worker while it is not empty.
  @exclusivity(unchecked) var output = ConnectionOutput()
  /// The limit beyond which the connection was accepted, for probes alone; nil within the limits.
  @exclusivity(unchecked) var excess: Excess?
  /// The bytes that are noted as waiting for the client to read.
  @exclusivity(unchecked) var unreadBytes = 0
  /// 1 while an unfinished TLS handshake is noted.
  @exclusivity(unchecked) var handshakes = 0
  /// The events that the loop watches for; nil while the connection is not watched.
  @exclusivity(unchecked) var interest: EventLoop.Interest?

  init(
    descriptor: Int32, peer: HTTPPeer, client: ConnectionCounts.Client?, slot: Int,
    generation: UInt32
  ) {
    self.descriptor = descriptor
    edge = ConnectionEdge(peer: peer, client: client)
    self.slot = slot
    self.generation = generation
  }

  /// The progress of the current request.
  var phase: HTTPRequestDecoder.Phase { reader?.decoder.phase ?? .idle }
  var isAwaiting: Bool { exchange.isAwaiting }

  /// How readily a connection makes room for another, the readiest first.
  enum Dispensability: Int {
    /// It waits for another request.
    case kept
    /// It has not begun a request yet.
    case silent
    /// The head of a request has begun to arrive.
    case begun
  }

  /// Nil for a connection with a request in flight. Connections for probes have no time for slow clients.
  var dispensability: Dispensability? {
    switch state.stage {
    case .introducing, .handshaking: return .silent
    case .writing, .lingering: return excess == nil ? nil : .begun
    case .reading: break
    }
    guard !isAwaiting, !output.hasRest, !state.isEnding, unread.isEmpty else { return nil }
    switch phase {
    case .idle: return state.hasAnswered ? .kept : .silent
    case .head: return .begun
    case .body: return nil
    }
  }

  /// The position and generation as an event's token.
  var token: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: slot)) }
}

/// A limit beyond which connections are for probes alone.
enum Excess {
  case ofAll, ofClient
}

/// A decoder that is lent to one connection after another.
final class RequestReader {
  let limits: HTTPLimits
  @exclusivity(unchecked) var decoder: HTTPRequestDecoder

  init(limits: HTTPLimits) {
    self.limits = limits
    decoder = HTTPRequestDecoder(limits: limits)
  }
}
