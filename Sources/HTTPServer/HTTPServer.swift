import Dispatch
package import HTTPCore
package import Sockets
import Synchronization
package import Telemetry

/// What the workers of a server have in common.
final class ServerShared: Sendable {
  let openConnections = Atomic<Int>(0)
}

/// An HTTP/1.1 server: workers that share nothing but their listening addresses.
package final class HTTPServer: Sendable {
  private let workers: [Worker]
  private let listeners: [Listener]
  private let hasEnded = Atomic<Bool>(false)

  /// - Parameters:
  ///   - configuration: limits and timeouts.
  ///   - listeners: opened for as many workers.
  ///   - metrics: one for each worker.
  ///   - clock: the time for timeouts, dates and durations.
  ///   - makeHandler: called once for each worker.
  package init(
    configuration: HTTPServerConfiguration, listeners: [Listener], metrics: [WorkerMetrics],
    clock: ServerClock = .system, makeHandler: @Sendable (_ worker: Int) -> any HTTPHandler
  ) throws(SystemError) {
    let shared = ServerShared()
    var workers: [Worker] = []
    for (index, metrics) in metrics.enumerated() {
      workers.append(
        try Worker(
          index: index, shared: shared, configuration: configuration,
          listeners: listeners.compactMap { $0.descriptor(worker: index) },
          metrics: metrics, clock: clock, handler: makeHandler(index)))
    }
    self.workers = workers
    self.listeners = listeners
  }

  /// The addresses that are listened on, with their real ports.
  package var addresses: [String] { listeners.map(\.name) }

  package func start() {
    workers.forEach { $0.start() }
  }

  /// Has every worker look at its deadlines, for a clock that does not tick by itself. Returns when
  /// all have.
  package func tick() {
    for worker in workers {
      worker.loop.queue.sync { worker.tick() }
    }
  }

  /// Has every worker go on with another handler, between two requests. A request that has begun to
  /// arrive keeps the limits it began with.
  package func replaceHandlers(
    _ configuration: HTTPServerConfiguration,
    _ makeHandler: @escaping @Sendable (_ worker: Int) -> any HTTPHandler
  ) {
    for (index, worker) in workers.enumerated() {
      worker.loop.queue.async { worker.replaceHandler(makeHandler(index), configuration) }
    }
  }

  /// Stops accepting, finishes what is in flight and closes the rest; what is not done after
  /// `timeout` seconds is cut. Returns when every worker has stopped; a second call does nothing.
  package func drain(timeout: Int) {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let group = DispatchGroup()
    for worker in workers {
      group.enter()
      worker.loop.queue.async { worker.drain(seconds: timeout) { group.leave() } }
    }
    group.wait()
    for worker in workers {
      worker.loop.queue.sync { worker.stop() }
    }
    listeners.forEach { $0.close() }
  }
}

extension Listener {
  /// The socket that a worker listens on; a shared one serves all of them.
  fileprivate func descriptor(worker: Int) -> Int32? {
    socketCount == 1 ? socket(0) : socket(worker)
  }
}
