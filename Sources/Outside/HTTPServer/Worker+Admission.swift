import HTTPCore
import Sockets
import Synchronization
import System
import Telemetry
import WebSyntax

// MARK: - Admitting connections

extension Worker {
  /// The number of connections beyond the limit that may receive a 503 at the same time.
  private static let overflowConnections = 256
  /// The number of connections of one client beyond its limit that may receive a 429 at the same
  /// time.
  static let overflowOfClient = 16

  private static let tableIsFull = HTTPFailure(
    .serviceUnavailable, "too many connections are open")
  static let clientHasTooMany = HTTPFailure(
    .tooManyRequests, "too many connections from this address are open")

  /// The decision about a new connection.
  private enum Admission {
    case welcome
    /// Another worker may have an idle connection to close.
    case needsRoom
    /// Over the limit, with the reason.
    case refused(HTTPFailure)
    case closed
  }

  func admit(_ descriptor: Int32, _ peer: (high: UInt64, low: UInt64)?, isSecure: Bool) {
    metrics.connectionsAccepted.add(1)
    let address = peer.map { IPAddress(high: $0.high, low: $0.low) }
    let isIntroduced = configuration.introducers.trusts(address)
    let client = isIntroduced ? nil : counted(address)
    let excess = client.map { countExcess($0) } ?? 0
    let open = shared.openConnections.add(1, ordering: .relaxed).newValue
    let admission = admit(open: open, excess: excess)
    if case .closed = admission {
      shared.openConnections.subtract(1, ordering: .relaxed)
      if let client { shared.clients.leave(client) }
      Connection.close(descriptor)
      return
    }
    metrics.connectionsOpen.add(1)
    let connection = makeConnection(
      descriptor, HTTPPeer(address: address, isSecure: isSecure), client)
    if isIntroduced || isSecure { prepare(connection, isIntroduced: isIntroduced) }
    begin(connection, admission)
  }

  /// - Parameters:
  ///   - open: the number of all connections with this one.
  ///   - excess: the number of the client's connections beyond its limit.
  private func admit(open: Int, excess: Int) -> Admission {
    let limit = configuration.limits.connections
    let isBeyondAll = open > limit + Self.overflowConnections
    if excess > 0 {
      metrics.connectionsLimited.add(1)
      let isClosed = isBeyondAll || excess > Self.overflowOfClient
      return isClosed ? .closed : .refused(Self.clientHasTooMany)
    }
    if open <= limit || giveUpIdle() { return .welcome }
    guard isBeyondAll else { return .needsRoom }
    metrics.connectionsRefused.add(1)
    return .closed
  }

  /// The client whose connections are counted; nil for proxies and unix sockets.
  func counted(_ address: IPAddress?) -> ConnectionCounts.Client? {
    guard configuration.limits.connectionsPerAddress > 0, let address,
      !configuration.proxies.trusts(address)
    else { return nil }
    return ConnectionCounts.Client(address)
  }

  func countExcess(_ client: ConnectionCounts.Client) -> Int {
    shared.clients.enter(client) - configuration.limits.connectionsPerAddress
  }

  private func begin(_ connection: ServerConnection, _ admission: Admission) {
    switch admission {
    case .needsRoom:
      watch(connection, .nothing)
      askForRoom(connection, shared.others(than: self)[...])
    case .refused(let failure): turnAway(connection, failure)
    case .welcome: receiveFirst(connection)
    case .closed: break
    }
  }

  /// Reads a new connection, whose client usually sends at once, before the loop watches it; not while
  /// work is waiting: a client that connects after a change of the handler must get its answer from the
  /// new one.
  private func receiveFirst(_ connection: ServerConnection) {
    if !loop.hasWork, pace.readsAtOnce() {
      if connection.edge.isPlain {
        pace.didRead(foundBytes: receivePlain(connection))
      } else {
        receive(connection)
      }
      guard connections[connection.slot] === connection else { return }
    }
    if connection.interest == nil { watch(connection, .reading) }
  }

  private func turnAway(_ connection: ServerConnection, _ failure: HTTPFailure) {
    // A handshake just to refuse a client would cost more than the refusal saves.
    guard connection.edge.isPlain else { return close(connection) }
    refuse(connection, failure)
    send(connection)
  }
}

// MARK: - Making room

extension Worker {
  /// Closes the connection that has been idle longest; false when none is idle.
  private func giveUpIdle() -> Bool {
    while let connection = idle.next(connections, deadlines) {
      let token = connection.token
      let deadline = deadlines[connection.slot]
      // A request may have arrived since the last read.
      receive(connection)
      guard let connection = self.connection(token) else { return true }
      guard connection.isIdle, deadlines[connection.slot] == deadline else { continue }
      metrics.connectionsEvicted.add(1)
      close(connection)
      return true
    }
    return false
  }

  /// Asks the other workers to make room, one after the other. Until one does, the connection is not
  /// read.
  private func askForRoom(_ connection: ServerConnection, _ others: ArraySlice<Worker>) {
    guard let other = others.first else {
      metrics.connectionsRefused.add(1)
      return turnAway(connection, Self.tableIsFull)
    }
    let token = connection.token
    other.loop.perform { [self] in
      other.readClocks()
      let hasRoom = other.giveUpIdle()
      loop.perform { [self] in
        guard let connection = self.connection(token) else { return }
        readClocks()
        if hasRoom {
          watch(connection, .reading)
        } else {
          askForRoom(connection, others.dropFirst())
        }
      }
    }
  }
}
