import HTTPCore
import Sockets
import TLS

/// A connection of a worker: its buffers, and its state as a value.
///
/// Only its worker accesses it, on the loop's queue, and accesses never overlap: checking that at
/// run time took a tenth of the time of a redirect.
final class ServerConnection {
  let descriptor: Int32
  @exclusivity(unchecked) var peer: HTTPPeer
  /// Whether requests and responses pass through the socket unencrypted.
  @exclusivity(unchecked) var isPlain = true
  /// Nil without TLS.
  @exclusivity(unchecked) var tls: TLSSession?
  /// The decoder of the proxy's header; nil once that has been read, and where none is expected.
  @exclusivity(unchecked) var introduction: ProxyHeaderDecoder?
  /// The authority of the last request, for which the certificate is valid.
  @exclusivity(unchecked) var coveredAuthority: [UInt8] = []
  /// The index in the worker's table.
  let slot: Int
  /// Distinguishes events of this connection from events of an earlier one in the same slot.
  let generation: UInt32
  @exclusivity(unchecked) var state = ConnectionState()
  /// The client whose connections are counted; nil for proxies and unix sockets.
  @exclusivity(unchecked) var client: ConnectionCounts.Client?
  /// Whether a request has been answered.
  @exclusivity(unchecked) var isKept = false
  /// Holds the beginning of a request; between requests the worker's reader is shared.
  @exclusivity(unchecked) var reader: RequestReader?
  /// Bytes received while responses were waiting to be sent.
  @exclusivity(unchecked) var unread: [UInt8] = []
  /// Lent by the worker while it is not empty.
  @exclusivity(unchecked) var output: [UInt8] = []
  @exclusivity(unchecked) var outputStart = 0
  /// The exchange that the handler is working on elsewhere; nothing is read or answered until it is
  /// done.
  @exclusivity(unchecked) var pending: PendingExchange?
  /// Receives the body of the current request.
  @exclusivity(unchecked) var sink: (any HTTPBodySink)?
  /// The lease of memory for the body of the current request; nil if the handler wants none.
  @exclusivity(unchecked) var bodyLease: (any HTTPBodyLease)?
  /// The events that the loop watches for; nil while the connection is not watched.
  @exclusivity(unchecked) var interest: EventLoop.Interest?

  init(
    descriptor: Int32, peer: HTTPPeer, client: ConnectionCounts.Client?, slot: Int,
    generation: UInt32
  ) {
    self.descriptor = descriptor
    self.peer = peer
    self.client = client
    self.slot = slot
    self.generation = generation
  }

  /// The progress of the current request.
  var phase: HTTPRequestDecoder.Phase { reader?.decoder.phase ?? .idle }
  var hasOutput: Bool { outputStart < output.count }
  var isAwaiting: Bool { pending != nil }
  /// Whether no part of a request or response is in transit.
  var isIdle: Bool {
    switch state.stage {
    case .introducing, .handshaking: true
    case .reading:
      !isAwaiting && !hasOutput && !state.isEnding && unread.isEmpty && phase == .idle
    case .writing, .lingering: false
    }
  }

  /// The position and generation as an event's token.
  var token: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: slot)) }

  func dropSentOutput() {
    output.removeAll(keepingCapacity: true)
    outputStart = 0
  }
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

/// An exchange whose response, or the rest of it, is produced elsewhere.
struct PendingExchange {
  enum Stage {
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
