import Dispatch
package import HTTPCore
package import Sockets
import Synchronization
package import System
package import TLS
package import Telemetry

/// The state shared by the workers of a server.
final class ServerShared: Sendable {
  let openConnections = Atomic<Int>(0)
  /// Those among them that were accepted for probes alone.
  let probeConnections = Atomic<Int>(0)
  let clients = ConnectionCounts()
  /// Weak, since each worker refers to this object.
  private let workers = Mutex<[@Sendable () -> Worker?]>([])

  func introduce(_ worker: Worker) {
    workers.withLock { $0.append { [weak worker] in worker } }
  }

  func others(than worker: Worker) -> [Worker] {
    workers.withLock { $0 }.compactMap { $0() }.filter { $0 !== worker }
  }
}

/// An HTTP/1.1 server whose workers share only their listening addresses.
package final class HTTPServer: Sendable {
  private let workers: [Worker]
  private let listeners: [Listener]
  private let secureListeners: [Listener]
  private let hasEnded = Atomic<Bool>(false)

  /// - Parameters:
  ///   - configuration: the limits and timeouts.
  ///   - listeners: listeners opened for the same number of workers.
  ///   - secureListeners: likewise, listeners that speak TLS.
  ///   - tls: the certificates for these; without them their connections are closed.
  ///   - metrics: one for each worker.
  ///   - clock: measures timeouts, dates and durations.
  ///   - makeHandler: called once for each worker.
  package init(
    configuration: HTTPServerConfiguration, listeners: [Listener],
    secureListeners: [Listener] = [], tls: TLSContext? = nil, metrics: [WorkerMetrics],
    clock: ServerClock = .system, makeHandler: @Sendable (_ worker: Int) -> any HTTPHandler
  ) throws(SystemError) {
    let shared = ServerShared()
    var workers: [Worker] = []
    for (index, metrics) in metrics.enumerated() {
      workers.append(
        try Worker(
          index: index, shared: shared, configuration: configuration,
          listeners: listeners.compactMap { $0.part(worker: index, isSecure: false) }
            + secureListeners.compactMap { $0.part(worker: index, isSecure: true) },
          tls: tls, metrics: metrics, clock: clock, handler: makeHandler(index)))
    }
    workers.forEach(shared.introduce)
    self.workers = workers
    self.listeners = listeners
    self.secureListeners = secureListeners
  }

  /// The listening addresses with their actual ports.
  package var addresses: [String] { listeners.map(\.name) }

  /// The addresses of the listeners that speak TLS, with their actual ports.
  package var secureAddresses: [String] { secureListeners.map(\.name) }

  /// Starts accepting connections.
  package func start() {
    workers.forEach { $0.start() }
  }

  /// Makes every worker check its deadlines, for a clock that does not tick by itself; returns when all
  /// workers are done.
  package func tick() {
    for worker in workers {
      worker.loop.performAndWait { worker.tick() }
    }
  }

  /// For each worker, a function that has it answer as soon as it gets to it.
  package var workersAnswering: [@Sendable (_ answer: @escaping @Sendable () -> Void) -> Void] {
    workers.map { worker in { worker.loop.perform($0) } }
  }

  /// Switches every worker to another handler, between two requests. A request that has begun to
  /// arrive keeps its limits.
  package func replaceHandlers(
    _ configuration: HTTPServerConfiguration,
    _ makeHandler: @escaping @Sendable (_ worker: Int) -> any HTTPHandler
  ) {
    for (index, worker) in workers.enumerated() {
      worker.loop.perform { worker.replaceHandler(makeHandler(index), configuration) }
    }
  }

  /// Switches to other certificates for new connections; open ones keep theirs.
  package func replaceTLS(_ tls: TLSContext) {
    for worker in workers {
      worker.loop.perform { worker.replaceTLS(tls) }
    }
  }

  /// Stops accepting, finishes requests in flight and closes idle connections; connections that are
  /// not done after `timeout` seconds are cut. Returns when every worker has stopped; a second call
  /// has no effect.
  package func drain(timeout: Int) {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let group = DispatchGroup()
    for worker in workers {
      group.enter()
      worker.loop.perform { worker.drain(seconds: timeout) { group.leave() } }
    }
    group.wait()
    for worker in workers {
      worker.loop.performAndWait { worker.stop() }
    }
    (listeners + secureListeners).forEach { $0.close() }
  }
}

extension Listener {
  /// The socket that a worker listens on; a single socket is shared by all workers.
  fileprivate func part(worker: Int, isSecure: Bool) -> WorkerListener? {
    let descriptor = socketCount == 1 ? socket(0) : socket(worker)
    return descriptor.map { WorkerListener(descriptor: $0, isSecure: isSecure) }
  }
}

/// A socket that a worker listens on.
struct WorkerListener {
  let descriptor: Int32
  /// Whether it speaks TLS.
  let isSecure: Bool
}
