import Dispatch
import HTTPCore
import Sockets
import Synchronization
import System
import TLS
import Telemetry

/// One event loop with its own listening sockets, connections and handler.
final class Worker: @unchecked Sendable {
  // Unchecked, because it belongs to an event loop: everything below is accessed only there, which the
  // methods for other threads check; `arrivals` has a lock.

  let loop: EventLoop
  let shared: ServerShared
  let metrics: WorkerMetrics
  let clock: ServerClock
  @exclusivity(unchecked) var configuration: HTTPServerConfiguration
  @exclusivity(unchecked) var handler: any HTTPHandler
  /// The certificates for new connections to listeners that speak TLS; nil without such listeners.
  @exclusivity(unchecked) private(set) var tls: TLSContext?
  let encoder = HTTPResponseEncoder()
  @exclusivity(unchecked) var now = HTTPInstant(secondsSinceEpoch: 0)
  /// The time when the loop woke up or the last response was made.
  @exclusivity(unchecked) var monotonic = 0
  @exclusivity(unchecked) var connections: [ServerConnection?] = []
  /// The deadline of each slot's connection, separate from the connections so that a sweep over
  /// thousands of them reads a single array.
  @exclusivity(unchecked) var deadlines: [Int] = []
  /// Decodes requests that arrive in one piece, for all connections; nil while it is lent to one.
  @exclusivity(unchecked) var spareReader: RequestReader?
  /// Lent to the connection being answered.
  @exclusivity(unchecked) var spareOutput: [UInt8] = []
  /// The next connections to close when room is needed.
  @exclusivity(unchecked) var dispensable = DispensableConnections()
  /// The same among the connections of the client that last had too many, and among those for probes.
  @exclusivity(unchecked) var dispensableOfClient = DispensableConnections()
  @exclusivity(unchecked) var lastClient: ConnectionCounts.Client?
  @exclusivity(unchecked) var dispensableProbes = DispensableConnections()
  /// What waits for clients to read, in bytes, and the next connections to close when it is too much.
  @exclusivity(unchecked) var unreadLoad: Load
  @exclusivity(unchecked) var longestUnread = DispensableConnections()
  /// The unfinished TLS handshakes, and likewise.
  @exclusivity(unchecked) var handshakeLoad: Load
  @exclusivity(unchecked) var oldestHandshakes = DispensableConnections()
  private var freeSlots: [Int] = []
  private var generation: UInt32 = 0
  private var listeners: [WorkerListener]
  /// When the next tick is expected; nil before the first one.
  private var nextTick: Int?
  private let isTickDue = Atomic(false)
  private var isAccepting = false
  @exclusivity(unchecked) var pace = AcceptPace()
  /// The number of the loop's wake-up.
  private var round: UInt64 = 0
  private var reserve: Int32?
  /// What other threads have handed over; the only state that is not the loop's.
  let arrivals = Mutex<[Arrival]>([])
  private var timer: (any DispatchSourceTimer)?
  private(set) var isDraining = false
  /// The time at which a draining worker closes the remaining connections.
  private var drainDeadline = Int.max
  private var onDrained: (@Sendable () -> Void)?
  let readBuffer: UnsafeMutableRawBufferPointer
  /// The beginning of it, for clients from which only heads are expected: of those that do not read their
  /// responses, the server keeps what it has read.
  let headBuffer: UnsafeMutableRawBufferPointer

  private static let listenerMark: UInt64 = 1 << 63
  private static let secureMark: UInt64 = 1 << 62
  private static let readBytes = 64 << 10
  private static let headBytes = 16 << 10
  /// The least that one worker may hold for its clients: a response of the longest kind, and the handshakes
  /// of one moment.
  private static let least = (unreadBytes: 4 << 20, handshakes: 128)
  /// The queue on which the timers of all workers fire, since the queue of a loop is blocked while it
  /// waits.
  private static let tickQueue = DispatchQueue(label: "keiro.ticks")
  /// Nanoseconds between two ticks.
  private static let tickInterval = 250_000_000

  init(
    index: Int, shared: ServerShared, configuration: HTTPServerConfiguration,
    listeners: [WorkerListener], tls: TLSContext?, metrics: WorkerMetrics, clock: ServerClock,
    handler: any HTTPHandler
  ) throws(SystemError) {
    loop = try EventLoop(label: "keiro.worker.\(index)")
    self.shared = shared
    self.configuration = configuration
    self.listeners = listeners
    self.tls = tls
    self.metrics = metrics
    self.clock = clock
    self.handler = handler
    encoder.strictTransportSecurity = configuration.strictTransportSecurity
    readBuffer = .allocate(byteCount: Self.readBytes, alignment: 16)
    headBuffer = UnsafeMutableRawBufferPointer(rebasing: readBuffer[..<Self.headBytes])
    let (limits, workers) = (configuration.limits, configuration.workers)
    unreadLoad = Load(limit: limits.unreadBytes, workers: workers, least: Self.least.unreadBytes)
    handshakeLoad = Load(limit: limits.handshakes, workers: workers, least: Self.least.handshakes)
    reserve = Connection.reserve()
  }

  deinit {
    readBuffer.deallocate()
  }

  func start() {
    loop.start(self)
    loop.perform { [self] in
      readClocks()
      beginAccepting()
      if !clock.isManual { startTimer() }
    }
  }

  private func startTimer() {
    let timer = DispatchSource.makeTimerSource(queue: Self.tickQueue)
    timer.schedule(
      deadline: .now() + .nanoseconds(Self.tickInterval),
      repeating: .nanoseconds(Self.tickInterval), leeway: .milliseconds(25))
    timer.setEventHandler { [weak self] in self?.askForTick() }
    timer.activate()
    self.timer = timer
  }

  /// Schedules a tick on the loop; a delayed loop gets one tick for all it has missed.
  private func askForTick() {
    guard !isTickDue.exchange(true, ordering: .relaxed) else { return }
    loop.perform { [self] in
      isTickDue.store(false, ordering: .relaxed)
      // A tick that was due when the worker stopped has nothing to do.
      if timer != nil { tick() }
    }
  }

  func readClocks() {
    let reading = clock.read()
    monotonic = reading.steady
    now = HTTPInstant(
      secondsSinceEpoch: reading.secondsSinceEpoch,
      steadySeconds: Double(monotonic) / 1_000_000_000)
    encoder.setTime(now)
  }

  func tick() {
    loop.assertIsCurrent()
    readClocks()
    if let nextTick { metrics.countLag(microseconds: max(monotonic - nextTick, 0) / 1000) }
    nextTick = monotonic + Self.tickInterval
    for slot in deadlines.indices where deadlines[slot] < monotonic {
      if let connection = connections[slot] { timeOut(connection) }
    }
    if drainDeadline < monotonic { closeAll() }
    if !isAccepting, !isDraining { beginAccepting() }
    handler.tick(at: now)
  }

  func replaceHandler(_ handler: any HTTPHandler, _ configuration: HTTPServerConfiguration) {
    loop.requireIsCurrent()
    self.handler.tick(at: now)
    self.handler = handler
    self.configuration = configuration
    encoder.strictTransportSecurity = configuration.strictTransportSecurity
    // The spare reader has the old limits.
    spareReader = nil
  }

  func replaceTLS(_ tls: TLSContext) {
    loop.requireIsCurrent()
    self.tls = tls
  }
}

// MARK: - Events

extension Worker: EventLoopDelegate {
  func loopWillHandleEvents() {
    loop.assertIsCurrent()
    round &+= 1
    readClocks()
  }

  func handle(_ event: EventLoop.Event) {
    if event.token & Self.listenerMark != 0 {
      let listener = WorkerListener(
        descriptor: Int32(truncatingIfNeeded: event.token & 0xFFFF_FFFF),
        isSecure: event.token & Self.secureMark != 0)
      let allowance = pace.allowance
      let accepted = accept(listener, atMost: allowance)
      pace.didAccept(accepted, isFull: accepted == allowance, round: round)
      return
    }
    guard let connection = connection(event.token) else { return }
    if event.isBroken, !event.isReadable {
      close(connection)
    } else if event.isEnding, connection.interest == .ending {
      endInput(connection)
    } else if event.isWritable {
      if connection.state.stage == .handshaking { shakeHands(connection) } else { send(connection) }
    } else {
      receive(connection)
    }
  }
}

extension Worker {
  /// The connection with a token; nil when it has been closed.
  func connection(_ token: UInt64) -> ServerConnection? {
    let slot = Int(token & 0xFFFF_FFFF)
    guard connections.indices.contains(slot), let connection = connections[slot],
      connection.token == token
    else { return nil }
    return connection
  }
}

// MARK: - Accepting

extension Worker {
  /// Listeners that the system has no room for are retried at the next tick.
  private func beginAccepting() {
    if reserve == nil { reserve = Connection.reserve() }
    isAccepting = true
    for listener in listeners {
      let mark = Self.listenerMark | (listener.isSecure ? Self.secureMark : 0)
      let token = mark | UInt64(UInt32(bitPattern: listener.descriptor))
      if !loop.watches(listener.descriptor, token: token, .accepting) { isAccepting = false }
    }
  }

  /// Pauses until the next tick, when descriptors may be free again; continuing would only spin.
  private func pauseAccepting() {
    for listener in listeners { try? loop.remove(listener.descriptor) }
    isAccepting = false
  }

  /// - Returns: the number of accepted connections; less than asked for when no more is waiting or the
  ///   system has no room.
  @discardableResult
  private func accept(_ listener: WorkerListener, atMost most: Int) -> Int {
    var accepted = 0
    while accepted < most {
      switch Connection.accept(listener.descriptor) {
      case .connection(let descriptor, let peer):
        accepted += 1
        admit(descriptor, peer, isSecure: listener.isSecure)
      case .nothingYet: return accepted
      case .passing: accepted += 1
      case .exhausted:
        turnOneAway(listener.descriptor)
        pauseAccepting()
        return accepted
      }
    }
    return accepted
  }

  /// Releases the reserve descriptor to accept and close one connection, so that its client need
  /// not wait.
  private func turnOneAway(_ listener: Int32) {
    metrics.connectionsRefused.add(1)
    guard let reserve else { return }
    Connection.close(reserve)
    if case .connection(let descriptor, _) = Connection.accept(listener) {
      Connection.close(descriptor)
    }
    self.reserve = Connection.reserve()
  }

  func makeConnection(
    _ descriptor: Int32, _ peer: HTTPPeer, _ client: ConnectionCounts.Client?
  ) -> ServerConnection {
    generation = generation &+ 1 & 0x7FFF_FFFF
    let slot = freeSlots.popLast() ?? connections.count
    let connection = ServerConnection(
      descriptor: descriptor, peer: peer, client: client, slot: slot, generation: generation)
    if slot == connections.count {
      connections.append(connection)
      deadlines.append(.max)
    } else {
      connections[slot] = connection
    }
    setDeadline(connection, configuration.limits.headerTimeout)
    return connection
  }

  func setDeadline(_ connection: ServerConnection, _ seconds: Int) {
    deadlines[connection.slot] = monotonic + seconds * 1_000_000_000
  }

  func close(_ connection: ServerConnection) {
    guard connections[connection.slot] === connection else { return }
    connection.exchange.cancel()
    takeBackOutput(connection)
    unreadLoad.note(0, insteadOf: &connection.unreadBytes)
    handshakeLoad.note(0, insteadOf: &connection.handshakes)
    endExcess(connection)
    // The notice of the client's own end may be unread, and closing would discard what waits.
    if connection.edge.endTLS() { Connection.endWriting(connection.descriptor) }
    connections[connection.slot] = nil
    deadlines[connection.slot] = .max
    freeSlots.append(connection.slot)
    Connection.close(connection.descriptor)
    metrics.connectionsOpen.add(-1)
    shared.openConnections.subtract(1, ordering: .relaxed)
    if let client = connection.edge.client { shared.clients.leave(client) }
    finishDrainingIfEmpty()
  }
}

// MARK: - Draining

extension Worker {
  /// Stops accepting, lets responses in flight finish and closes idle connections; connections that
  /// remain after the given seconds are closed. `completion` is called when no connection is left.
  func drain(seconds: Int, completion: @escaping @Sendable () -> Void) {
    loop.requireIsCurrent()
    readClocks()
    for listener in listeners where isAccepting {
      // Connections already accepted by the kernel would otherwise be reset.
      accept(listener, atMost: AcceptPace.most)
    }
    pauseAccepting()
    isDraining = true
    onDrained = completion
    for connection in connections.compactMap(\.self)
    where connection.state.isReading && !connection.isAwaiting {
      // A request may have arrived since the last read.
      receive(connection)
      let isOpen = connections[connection.slot] === connection
      let isBusy = connection.isAwaiting || connection.output.hasRest || connection.phase != .idle
      if isOpen, !isBusy { close(connection) }
    }
    guard seconds > 0 else { return closeAll() }
    drainDeadline = monotonic + seconds * 1_000_000_000
    finishDrainingIfEmpty()
  }

  /// Closes all remaining connections.
  private func closeAll() {
    for connection in connections.compactMap(\.self) { close(connection) }
    finishDrainingIfEmpty()
  }

  /// Stops the worker after all its connections are closed.
  func stop() {
    loop.requireIsCurrent()
    timer?.cancel()
    timer = nil
    handler.tick(at: now)
    loop.stop()
    if let reserve { Connection.close(reserve) }
    reserve = nil
  }

  private func finishDrainingIfEmpty() {
    guard isDraining, freeSlots.count == connections.count, let completion = onDrained else {
      return
    }
    onDrained = nil
    completion()
  }
}
