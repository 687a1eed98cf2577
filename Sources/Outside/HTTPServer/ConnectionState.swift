import HTTPCore

/// The state of a connection: a value that knows nothing of sockets, buffers and clocks.
///
/// Events change it and return what the worker has to do; the worker makes no such decision itself.
struct ConnectionState: Equatable {
  /// A stage of a connection, each with its own deadline.
  enum Stage: CaseIterable {
    /// Waiting for a proxy's header, which precedes HTTP.
    case introducing
    /// Waiting for the client's part of the TLS handshake.
    case handshaking
    /// Waiting for a request or the rest of one.
    case reading
    /// Waiting for the client to take a response.
    case writing
    /// The last response is sent; further input is discarded for a moment, because closing with
    /// unread bytes would reset the connection and could lose the response.
    case lingering
  }

  private(set) var stage: Stage
  /// Whether no further request is read after the output is sent.
  private(set) var isEnding = false
  /// Whether a request has been answered.
  private(set) var hasAnswered = false
  /// Whether the client may have sent more than was read, so that the connection has to linger before it
  /// is closed.
  private var mustLinger = false
  private var hasReadEnd = false
  /// Whether the client announced that it sends nothing after its last request.
  private var isLastRequest = false

  init(isIntroduced: Bool = false, isSecure: Bool = false) {
    stage = isIntroduced ? .introducing : isSecure ? .handshaking : .reading
  }

  /// Whether the client is expected to send.
  var isReading: Bool {
    switch stage {
    case .introducing, .handshaking, .reading: true
    case .writing, .lingering: false
    }
  }

  // MARK: - Before requests

  /// Notes that the proxy's header was read.
  mutating func didReadIntroduction(isSecure: Bool) {
    stage = isSecure ? .handshaking : .reading
  }

  /// Notes that the handshake is over.
  mutating func didShakeHands() {
    stage = .reading
  }

  // MARK: - Requests and responses

  /// Notes that a response is in the output.
  ///
  /// - Parameter isLastRequest: whether the client announced that it sends nothing after its request.
  @inline(__always)
  mutating func answer(keepsConnection: Bool, isLastRequest: Bool) {
    hasAnswered = true
    guard !keepsConnection else { return }
    isEnding = true
    self.isLastRequest = isLastRequest
  }

  /// Whether the last bytes of the output may wait for the end of the connection, which follows them at
  /// once. Closing with unread bytes discards what waits, so the client has to be one that sends nothing
  /// more, or the connection lingers.
  @inline(__always)
  func sendsWithEnd(isAwaiting: Bool) -> Bool {
    isEnding && !isAwaiting && (isLastRequest || hasReadEnd || mustLinger)
  }

  /// Notes that a response is in the output whose request will not be read to its end.
  mutating func refuse() {
    isEnding = true
    mustLinger = true
  }

  /// Notes that input has arrived that is not read before the current response is sent, such as the
  /// empty line that some clients send after a body.
  mutating func noteUnreadInput() {
    mustLinger = true
  }

  /// Notes that the client has finished sending. It may still read, so pending responses are sent
  /// first.
  ///
  /// - Returns: whether to close the connection at once.
  mutating func endInput(hasOutput: Bool) -> Bool {
    hasReadEnd = true
    guard hasOutput, stage != .lingering else { return true }
    isEnding = true
    return false
  }

  /// The next action after all output was sent.
  enum Next: Equatable {
    /// Ask the source of the response for its next piece, unless it is making one.
    case askSource
    case close
    /// Stop writing, and discard further input.
    case linger
    /// Answer the input that arrived while the output was being sent.
    case answerUnread
    /// Continue when the socket is writable, so that other connections get their turn first: the client
    /// reads responses as fast as they are made.
    case giveWay
    case read
  }

  /// Notes that all output was sent.
  ///
  /// - Parameters:
  ///   - isAwaiting: whether a response, or the rest of it, is made elsewhere.
  ///   - hasUnread: whether input arrived in the meantime.
  ///   - hasAnswered: whether such input was already answered in this turn.
  @inline(__always)
  mutating func didSend(isAwaiting: Bool, hasUnread: Bool, hasAnswered: Bool) -> Next {
    if isAwaiting { return .askSource }
    if isEnding {
      guard mustLinger, !hasReadEnd else { return .close }
      stage = .lingering
      return .linger
    }
    guard hasUnread else {
      mustLinger = false
      return .read
    }
    return hasAnswered ? .giveWay : .answerUnread
  }

  // MARK: - Stages

  /// Begins to wait for the client to take output.
  ///
  /// - Parameter isNewOutput: whether none of it has been taken.
  /// - Returns: whether the deadline of the stage starts anew.
  mutating func beginWriting(isNewOutput: Bool) -> Bool {
    guard stage != .writing || isNewOutput else { return false }
    stage = .writing
    return true
  }

  /// Begins to wait for the next request.
  ///
  /// - Returns: whether the stage has changed.
  @inline(__always)
  mutating func beginReading() -> Bool {
    guard stage != .reading else { return false }
    stage = .reading
    return true
  }

  /// The action after the deadline of a stage has passed.
  enum Lateness: Equatable {
    /// Close an idle connection, or one whose last response was sent.
    case close
    /// Close a connection whose client or response is too slow.
    case giveUp
    case failHandshake
    /// Answer that the request did not arrive in time.
    case refuse
  }

  /// The action now that the deadline of the stage has passed.
  ///
  /// - Parameters:
  ///   - isAwaiting: whether a response, or the rest of it, is made elsewhere.
  ///   - phase: the progress of the request being read.
  func lateness(isAwaiting: Bool, phase: HTTPRequestDecoder.Phase) -> Lateness {
    if isAwaiting { return .giveUp }
    switch stage {
    case .handshaking: return .failHandshake
    case .reading: return phase == .idle ? .close : .refuse
    case .lingering: return .close
    case .introducing, .writing: return .giveUp
    }
  }
}
