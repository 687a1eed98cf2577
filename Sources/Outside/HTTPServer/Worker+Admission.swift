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
  private static let clientHasTooMany = HTTPFailure(
    .tooManyRequests, "too many connections from this address are open")

  /// The decision about a new connection.
  enum Admission {
    case welcome
    /// Another worker may have a connection to close.
    case needsRoom
    /// Over a limit: to be read in case it is a probe.
    case forProbes(Excess)
    /// Over the limit, with the reason.
    case refused(HTTPFailure)
    case closed
  }

  func admit(_ descriptor: Int32, _ peer: (high: UInt64, low: UInt64)?, isSecure: Bool) {
    metrics.connectionsAccepted.add(1)
    let address = peer.map { IPAddress(high: $0.high, low: $0.low) }
    guard isAdmitted(address) else {
      metrics.connectionsForeign.add(1)
      return Connection.close(descriptor)
    }
    let isIntroduced = configuration.introducers.trusts(address)
    let client = isIntroduced ? nil : counted(address)
    let excess = client.map { countExcess($0) } ?? 0
    shared.openConnections.add(1, ordering: .relaxed)
    let admission = client.flatMap { self.admission(of: $0, excess) } ?? self.admission()
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

  /// Whether connections of an address are accepted. A proxy's may belong to anybody, which only its
  /// header or the fields of its requests tell.
  func isAdmitted(_ address: IPAddress?) -> Bool {
    guard let networks = configuration.networks, let address else { return true }
    return networks.contains { $0.contains(address) }
      || configuration.proxies.trusts(address) || configuration.introducers.trusts(address)
  }

  private func admission() -> Admission {
    if !isBeyond(0) || giveUp() { return .welcome }
    guard isBeyond(Self.overflowConnections) else { return .needsRoom }
    if takeProbePlace() { return .forProbes(.ofAll) }
    metrics.connectionsRefused.add(1)
    return .closed
  }

  /// Whether there are more connections than the limit and a margin allow.
  private func isBeyond(_ margin: Int) -> Bool {
    let open = shared.openConnections.load(ordering: .relaxed)
    let probes = shared.probeConnections.load(ordering: .relaxed)
    return open - probes > configuration.limits.connections + margin
  }

  /// The decision about a connection of a client that has too many; nil if it has not, or gives one up.
  ///
  /// - Parameters:
  ///   - excess: the number of the client's connections beyond its limit.
  ///   - connection: the connection, if it is open already.
  func admission(
    of client: ConnectionCounts.Client, _ excess: Int, _ connection: ServerConnection? = nil
  ) -> Admission? {
    guard excess > 0, !giveUp(of: client, except: connection) else { return nil }
    if takeProbePlace() { return .forProbes(.ofClient) }
    metrics.connectionsLimited.add(1)
    let isClosed = isBeyond(Self.overflowConnections) || excess > Self.overflowOfClient
    return isClosed ? .closed : .refused(Self.clientHasTooMany)
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
    case .forProbes(let excess):
      connection.excess = excess
      receiveFirst(connection)
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

  func turnAway(_ connection: ServerConnection, _ failure: HTTPFailure) {
    // A handshake just to refuse a client would cost more than the refusal saves.
    guard connection.edge.isPlain else { return close(connection) }
    refuse(connection, failure)
    send(connection)
  }
}

// MARK: - Places for probes

extension Worker {
  /// Takes a place that is kept for probes, for a connection beyond the limits.
  private func takeProbePlace() -> Bool {
    let places = configuration.limits.connectionsForProbes
    guard places > 0 else { return false }
    let taken = shared.probeConnections.load(ordering: .relaxed)
    guard taken < places || giveUpProbe() else { return false }
    shared.probeConnections.add(1, ordering: .relaxed)
    return true
  }

  /// Refuses a request on a connection for probes alone, unless it is one.
  func isExcessive(_ connection: ServerConnection, _ request: HTTPRequest) -> Bool {
    guard let excess = connection.excess, !handler.isProbe(request) else { return false }
    endExcess(connection)
    switch excess {
    case .ofAll:
      metrics.connectionsRefused.add(1)
      refuse(connection, Self.tableIsFull, of: request)
    case .ofClient:
      metrics.connectionsLimited.add(1)
      refuse(connection, Self.clientHasTooMany, of: request)
    }
    return true
  }

  /// Frees the place for probes that a connection has.
  func endExcess(_ connection: ServerConnection) {
    guard connection.excess != nil else { return }
    connection.excess = nil
    shared.probeConnections.subtract(1, ordering: .relaxed)
  }
}

// MARK: - Making room

extension Worker {
  /// The time for which a connection has to wait for a request before it makes room for another of the
  /// same client, in nanoseconds.
  private static let idleForOwn = 1_000_000_000

  /// Closes the connection that is most easily missed (``ServerConnection/dispensability``); false when
  /// there is none.
  private func giveUp() -> Bool {
    giveUp(counting: countRoom) {
      dispensable.next(connections, deadlines) { connection in
        connection.excess == nil ? connection.dispensability?.rawValue : nil
      }
    }
  }

  private func giveUpProbe() -> Bool {
    giveUp(counting: countRoom) {
      dispensableProbes.next(connections, deadlines) { connection in
        connection.excess == nil ? nil : connection.dispensability?.rawValue
      }
    }
  }

  /// Closes a connection of one client, for another one of it.
  private func giveUp(
    of client: ConnectionCounts.Client, except newcomer: ServerConnection?
  ) -> Bool {
    if lastClient != client { dispensableOfClient.forget() }
    lastClient = client
    let lastUse = monotonic + configuration.limits.idleTimeout * 1_000_000_000 - Self.idleForOwn
    return giveUp(counting: { _ in metrics.connectionsReplaced.add(1) }) {
      dispensableOfClient.next(connections, deadlines) { connection in
        guard connection.edge.client == client, connection.excess == nil,
          connection !== newcomer, let rank = connection.dispensability,
          rank != .kept || deadlines[connection.slot] <= lastUse
        else { return nil }
        return rank.rawValue
      }
    }
  }

  private func countRoom(_ rank: ServerConnection.Dispensability) {
    (rank == .begun ? metrics.connectionsCutShort : metrics.connectionsEvicted).add(1)
  }

  private func giveUp(
    counting count: (ServerConnection.Dispensability) -> Void, _ next: () -> ServerConnection?
  ) -> Bool {
    while let connection = next() {
      let token = connection.token
      let (deadline, found) = (deadlines[connection.slot], connection.dispensability)
      // The rest of a request, or its beginning, may have arrived since the last read.
      if connection.state.isReading { receive(connection) }
      guard let connection = self.connection(token) else { return true }
      guard let rank = connection.dispensability, rank == found,
        deadlines[connection.slot] == deadline
      else { continue }
      count(rank)
      close(connection)
      return true
    }
    return false
  }

  /// Asks the other workers to make room, one after the other. Until one does, the connection is not
  /// read.
  private func askForRoom(_ connection: ServerConnection, _ others: ArraySlice<Worker>) {
    guard let other = others.first else {
      guard takeProbePlace() else {
        metrics.connectionsRefused.add(1)
        return turnAway(connection, Self.tableIsFull)
      }
      connection.excess = .ofAll
      return watch(connection, .reading)
    }
    let token = connection.token
    other.loop.perform { [self] in
      other.readClocks()
      let hasRoom = other.giveUp()
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

// MARK: - What waits for clients

extension Worker {
  /// Notes how much waits for a client to read. If it is too much for all clients together, the
  /// connections that have waited longest are closed.
  func noteUnread(_ connection: ServerConnection, _ bytes: Int) {
    unreadLoad.note(bytes, insteadOf: &connection.unreadBytes)
    guard bytes > 0 else { return }
    while unreadLoad.isExceeded,
      let longest = longestUnread.next(
        connections, deadlines,
        rank: { $0.unreadBytes > 0 && $0 !== connection ? 0 : nil })
    {
      metrics.connectionsUnread.add(1)
      close(longest)
    }
  }

  /// Notes that a handshake has begun. If there are too many, the oldest are given up.
  func noteHandshake(_ connection: ServerConnection) {
    handshakeLoad.note(1, insteadOf: &connection.handshakes)
    while handshakeLoad.isExceeded,
      let oldest = oldestHandshakes.next(
        connections, deadlines, rank: { $0.handshakes > 0 && $0 !== connection ? 0 : nil })
    {
      metrics.handshakesCutShort.add(1)
      close(oldest)
    }
  }
}
