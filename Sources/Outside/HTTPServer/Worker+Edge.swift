import HTTPCore
import Sockets
import System
import TLS
import Telemetry
import WebSyntax

// MARK: - Before requests: a proxy's header, and TLS

extension Worker {
  /// The number of bytes examined for a proxy's header; nearly every header is shorter.
  private static let headerBytes = 1024

  /// Prepares a connection whose bytes are not requests yet.
  func prepare(_ connection: ServerConnection, isIntroduced: Bool) {
    let isSecure = connection.edge.peer.isSecure
    connection.edge.prepare(
      isIntroduced: isIntroduced, tls: isSecure ? tls?.session(on: connection.descriptor) : nil)
    connection.state = ConnectionState(isIntroduced: isIntroduced, isSecure: isSecure)
    if isSecure { noteHandshake(connection) }
  }

  func receiveThroughEdge(_ connection: ServerConnection) {
    switch connection.state.stage {
    case .introducing: introduce(connection)
    case .handshaking: shakeHands(connection)
    case .reading, .writing, .lingering: receiveSecure(connection)
    }
  }

  // MARK: A proxy's header

  /// Reads the header without taking any further byte from the socket: the rest may belong to TLS.
  private func introduce(_ connection: ServerConnection) {
    let room = UnsafeMutableRawBufferPointer(rebasing: readBuffer[..<Self.headerBytes])
    switch Connection.peek(connection.descriptor, into: room) {
    case .nothingYet: return
    case .end, .broken: return close(connection)
    case .bytes(let count):
      let input = UnsafeRawBufferPointer(rebasing: room[..<count]).bindMemory(to: UInt8.self)
      guard let (taken, event) = connection.edge.decodeIntroduction(input.span) else {
        return close(connection)
      }
      let header = UnsafeMutableRawBufferPointer(rebasing: room[..<taken])
      guard case .bytes(taken) = Connection.read(connection.descriptor, into: header) else {
        return close(connection)
      }
      switch event {
      case .needsMore: return
      case .failure:
        metrics.introductionsRefused.add(1)
        close(connection)
      case .header(let address): adopt(connection, address)
      }
    }
  }

  /// - Parameter client: the address of the client; nil when the proxy speaks for itself.
  private func adopt(_ connection: ServerConnection, _ client: IPAddress?) {
    connection.edge.didReadIntroduction(
      from: client, isTrusted: configuration.proxies.trusts(connection.edge.peer.address),
      client: counted(client))
    guard isAdmitted(connection.edge.peer.address) else {
      metrics.connectionsForeign.add(1)
      return close(connection)
    }
    let isSecure = connection.edge.peer.isSecure
    connection.state.didReadIntroduction(isSecure: isSecure)
    switch connection.edge.client.flatMap({ admission(of: $0, countExcess($0), connection) }) {
    case nil, .welcome: break
    case .forProbes(let excess): connection.excess = excess
    case .refused(let failure): return turnAway(connection, failure)
    case .needsRoom, .closed: return close(connection)
    }
    if isSecure { shakeHands(connection) } else { receive(connection) }
  }

  // MARK: TLS

  func shakeHands(_ connection: ServerConnection) {
    guard let tls = connection.edge.tls else { return close(connection) }
    switch tls.handshake() {
    case .wantsReading: watch(connection, .reading)
    case .wantsWriting: watch(connection, .writing)
    case .failed(let failure):
      metrics.countFailure(failure.rawValue)
      close(connection)
    case .done:
      metrics.countHandshake(isVersion13: tls.isVersion13, isResumed: tls.isResumed)
      // The authority's validation needs no more than the handshake.
      guard !tls.isChallenge else { return close(connection) }
      connection.state.didShakeHands()
      handshakeLoad.note(0, insteadOf: &connection.handshakes)
      if connection.interest != nil { watch(connection, .reading) }
      // A request may have arrived together with the end of the handshake, and end the connection.
      receive(connection)
      guard connections[connection.slot] === connection else { return }
      if connection.interest == nil { watch(connection, .reading) }
    }
  }

  private func receiveSecure(_ connection: ServerConnection) {
    guard let tls = connection.edge.tls else { return close(connection) }
    let (count, then) = tls.read(into: connection.reader == nil ? headBuffer : readBuffer)
    if count > 0 {
      metrics.countReceived(count)
      if connection.state.stage != .lingering {
        let input = UnsafeRawBufferPointer(rebasing: readBuffer[..<count])
        process(connection, input.bindMemory(to: UInt8.self))
        guard connections[connection.slot] === connection else { return }
      }
    }
    switch then {
    case .nothingYet, .full: return
    // While work for the client continues, only the end of the connection itself counts.
    case .end: if !connection.isAwaiting { receiveEnd(connection) }
    case .broken: close(connection)
    }
  }

  /// Receives what libssl has already read from the socket, which then no longer reports it; after
  /// other connections have had their turn.
  func receivePending(_ connection: ServerConnection) {
    guard connection.edge.tls?.hasPending == true else { return }
    let token = connection.token
    loop.perform { [self] in
      guard let connection = self.connection(token), connection.state.stage == .reading else {
        return
      }
      readClocks()
      receive(connection)
    }
  }

  /// Refuses a request for a host that the certificate of the connection is not valid for (RFC 9110,
  /// section 15.5.20); false when it is valid.
  func isMisdirected(_ connection: ServerConnection, _ request: HTTPRequest) -> Bool {
    guard let range = request.authority, !connection.edge.covers(request.bytes(range)) else {
      return false
    }
    refuse(
      connection,
      HTTPFailure(.misdirectedRequest, "the certificate of this connection is not for this host"),
      of: request)
    return true
  }
}
