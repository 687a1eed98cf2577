import HTTPCore

/// What a connection is at: a value that knows nothing of sockets, buffers and clocks.
///
/// Events change it and return what the worker has to do; the worker decides nothing of this kind by
/// itself.
struct ConnectionState: Equatable {
  /// Each stage has a deadline of its own.
  enum Stage: CaseIterable {
    /// Waiting for the header of a proxy below HTTP.
    case introducing
    /// Waiting for the client's part of the handshake of TLS.
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
  /// No further request is read after the output is sent.
  private(set) var isEnding = false
  /// The client may still be sending, so the connection has to linger before it is closed.
  private var mustLinger = false
  private var hasReadEnd = false

  /// A new connection.
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

  /// The header of the proxy has been read.
  mutating func didReadIntroduction(isSecure: Bool) {
    stage = isSecure ? .handshaking : .reading
  }

  /// The handshake is over.
  mutating func didShakeHands() {
    stage = .reading
  }

  // MARK: - Requests and responses

  /// A response is in the output.
  @inline(__always)
  mutating func answer(keepsConnection: Bool) {
    if !keepsConnection { isEnding = true }
  }

  /// A response is in the output to a request that is not read to its end.
  mutating func refuse() {
    isEnding = true
    mustLinger = true
  }

  /// The client has finished sending. It may still read, so pending responses are sent first.
  ///
  /// - Returns: whether the connection is to be closed at once.
  mutating func endInput(hasOutput: Bool) -> Bool {
    hasReadEnd = true
    guard hasOutput, stage != .lingering else { return true }
    isEnding = true
    return false
  }

  /// What follows when all output is sent.
  enum Next: Equatable {
    /// The source of the response makes the next piece, if it is not at it.
    case askSource
    case close
    /// Ends writing, and discards what comes.
    case linger
    /// Answers what came while the output was sent.
    case answerUnread
    /// Goes on when the socket can be written to, so that other connections get their turn first: the
    /// client takes responses as fast as they are made.
    case giveWay
    case read
  }

  /// All output is sent.
  ///
  /// - Parameters:
  ///   - isAwaiting: whether a response, or the rest of it, is made elsewhere.
  ///   - hasUnread: whether input came in the meantime.
  ///   - hasAnswered: whether such input has been answered in this turn already.
  @inline(__always)
  mutating func didSend(isAwaiting: Bool, hasUnread: Bool, hasAnswered: Bool) -> Next {
    if isAwaiting { return .askSource }
    if isEnding {
      guard mustLinger, !hasReadEnd else { return .close }
      stage = .lingering
      return .linger
    }
    guard hasUnread else { return .read }
    return hasAnswered ? .giveWay : .answerUnread
  }

  // MARK: - Stages

  /// Waits for the client to take output.
  ///
  /// - Parameter isNewOutput: whether none of it has been taken.
  /// - Returns: whether the deadline of the stage begins anew.
  mutating func beginWriting(isNewOutput: Bool) -> Bool {
    guard stage != .writing || isNewOutput else { return false }
    stage = .writing
    return true
  }

  /// Waits for the next request.
  ///
  /// - Returns: whether the stage is another one than before.
  @inline(__always)
  mutating func beginReading() -> Bool {
    guard stage != .reading else { return false }
    stage = .reading
    return true
  }

  /// What follows when the deadline of the stage has passed.
  enum Lateness: Equatable {
    /// Closes an idle connection, or one that has had its last response.
    case close
    /// Closes a connection whose client is too slow, or whose response is.
    case giveUp
    case failHandshake
    /// Answers that the request did not arrive in time.
    case refuse
  }

  /// The deadline of the stage has passed.
  ///
  /// - Parameter phase: the progress of the request that is being read.
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
