import HTTPCore
import Testing

@testable import HTTPServer

@Suite struct ConnectionStateTests {
  private static let flags = [false, true]

  @Test(arguments: [
    (false, false, ConnectionState.Stage.reading), (false, true, .handshaking),
    (true, false, .introducing), (true, true, .introducing),
  ])
  func `a connection begins with what comes before requests`(
    isIntroduced: Bool, isSecure: Bool, stage: ConnectionState.Stage
  ) {
    var state = ConnectionState(isIntroduced: isIntroduced, isSecure: isSecure)
    #expect(state.stage == stage && state.isReading)
    if isIntroduced { state.didReadIntroduction(isSecure: isSecure) }
    #expect(state.stage == (isSecure ? .handshaking : .reading))
    if isSecure { state.didShakeHands() }
    #expect(state == ConnectionState())
  }

  /// The event before all output is sent.
  enum Before: CaseIterable {
    case nothing, lastResponse, lastRequest, unreadInput, refusal, endOfInput, refusalAndEndOfInput
  }

  private func state(_ before: Before) -> ConnectionState {
    var state = ConnectionState()
    switch before {
    case .nothing: state.answer(keepsConnection: true, isLastRequest: false)
    case .lastResponse: state.answer(keepsConnection: false, isLastRequest: false)
    case .lastRequest: state.answer(keepsConnection: false, isLastRequest: true)
    case .unreadInput:
      state.noteUnreadInput()
      state.answer(keepsConnection: false, isLastRequest: true)
    case .refusal: state.refuse()
    case .endOfInput: _ = state.endInput(hasOutput: true)
    case .refusalAndEndOfInput:
      state.refuse()
      _ = state.endInput(hasOutput: true)
    }
    return state
  }

  private func expected(
    _ before: Before, isAwaiting: Bool, hasUnread: Bool, hasAnswered: Bool
  ) -> ConnectionState.Next {
    switch (before, isAwaiting, hasUnread, hasAnswered) {
    case (_, true, _, _): .askSource
    case (.lastResponse, _, _, _), (.lastRequest, _, _, _), (.endOfInput, _, _, _),
      (.refusalAndEndOfInput, _, _, _):
      .close
    case (.unreadInput, _, _, _), (.refusal, _, _, _): .linger
    case (.nothing, _, false, _): .read
    case (.nothing, _, true, false): .answerUnread
    case (.nothing, _, true, true): .giveWay
    }
  }

  @Test(arguments: Before.allCases)
  func `what follows a response depends on all that has come`(before: Before) {
    for flags in 0..<8 {
      let (isAwaiting, hasUnread, hasAnswered) = (flags & 1 > 0, flags & 2 > 0, flags & 4 > 0)
      var state = state(before)
      let next = state.didSend(
        isAwaiting: isAwaiting, hasUnread: hasUnread, hasAnswered: hasAnswered)
      let wanted = expected(
        before, isAwaiting: isAwaiting, hasUnread: hasUnread, hasAnswered: hasAnswered)
      #expect(next == wanted)
      #expect((state.stage == .lingering) == (next == .linger))
    }
  }

  @Test(arguments: Before.allCases)
  func `the last bytes wait for the end where nothing unread can follow them`(before: Before) {
    let state = state(before)
    let waits = before != .nothing && before != .lastResponse
    #expect(state.sendsWithEnd(isAwaiting: false) == waits)
    // More output follows.
    #expect(!state.sendsWithEnd(isAwaiting: true))
  }

  @Test func `input that was read in the end needs no lingering`() {
    var state = ConnectionState()
    state.noteUnreadInput()
    state.answer(keepsConnection: true, isLastRequest: false)
    var next = state.didSend(isAwaiting: false, hasUnread: false, hasAnswered: false)
    #expect(next == .read)
    state.answer(keepsConnection: false, isLastRequest: true)
    next = state.didSend(isAwaiting: false, hasUnread: false, hasAnswered: false)
    #expect(next == .close)
  }

  @Test func `the end of the input ends a connection when nothing is left to send`() {
    for hasOutput in Self.flags {
      var state = ConnectionState()
      let isClosed = state.endInput(hasOutput: hasOutput)
      #expect(isClosed == !hasOutput && state.isEnding == hasOutput)
      var lingering = self.state(.refusal)
      _ = lingering.didSend(isAwaiting: false, hasUnread: false, hasAnswered: false)
      let isOver = lingering.endInput(hasOutput: hasOutput)
      #expect(isOver)
    }
  }

  @Test func `a deadline begins anew with each stage, and with new output`() {
    var state = ConnectionState()
    let begins = [
      state.beginReading(), state.beginWriting(isNewOutput: false),
      state.beginWriting(isNewOutput: false), state.beginWriting(isNewOutput: true),
      state.beginReading(), state.beginReading(),
    ]
    #expect(begins == [false, true, false, true, true, false])
  }

  @Test(arguments: ConnectionState.Stage.allCases)
  func `a client that is too late is told so where it has begun a request`(
    stage: ConnectionState.Stage
  ) {
    let state = self.state(at: stage)
    for phase in [HTTPRequestDecoder.Phase.idle, .head, .body] {
      let wanted: ConnectionState.Lateness =
        switch stage {
        case .introducing, .writing: .giveUp
        case .handshaking: .failHandshake
        case .reading: phase == .idle ? .close : .refuse
        case .lingering: .close
        }
      #expect(state.lateness(isAwaiting: false, phase: phase) == wanted)
      #expect(state.lateness(isAwaiting: true, phase: phase) == .giveUp)
    }
  }

  private func state(at stage: ConnectionState.Stage) -> ConnectionState {
    var state = ConnectionState(
      isIntroduced: stage == .introducing, isSecure: stage == .handshaking)
    if stage == .writing { _ = state.beginWriting(isNewOutput: true) }
    if stage == .lingering {
      state.refuse()
      _ = state.didSend(isAwaiting: false, hasUnread: false, hasAnswered: false)
    }
    #expect(state.stage == stage)
    return state
  }

  /// All events of a connection that is being served.
  private static let events: [@Sendable (inout ConnectionState) -> ConnectionState.Next?] = [
    quiet { $0.answer(keepsConnection: true, isLastRequest: false) },
    quiet { $0.answer(keepsConnection: false, isLastRequest: true) },
    quiet { $0.refuse() }, quiet { $0.noteUnreadInput() },
    quiet { _ = $0.beginWriting(isNewOutput: true) },
    { $0.endInput(hasOutput: true) ? .close : nil },
    { $0.endInput(hasOutput: false) ? .close : nil },
    { $0.didSend(isAwaiting: false, hasUnread: true, hasAnswered: false) },
    { $0.didSend(isAwaiting: false, hasUnread: false, hasAnswered: false) },
  ]

  /// An event after which nothing is to be done.
  private static func quiet(
    _ change: @escaping @Sendable (inout ConnectionState) -> Void
  ) -> @Sendable (inout ConnectionState) -> ConnectionState.Next? {
    {
      change(&$0)
      return nil
    }
  }

  @Test func `whatever happens in whatever order, a connection that ends reads no more requests`() {
    func walk(_ state: ConnectionState, _ depth: Int) {
      guard depth > 0 else { return }
      for event in Self.events {
        var next = state
        let action = event(&next)
        if state.isEnding {
          #expect(next.isEnding && action != .read && action != .answerUnread)
        }
        if action == .linger { #expect(next.stage == .lingering) }
        if state.sendsWithEnd(isAwaiting: false), let action {
          #expect(action == .linger || action == .close)
        }
        // A closed connection receives no further events.
        if action != .close { walk(next, depth - 1) }
      }
    }
    walk(ConnectionState(), 5)
  }
}
