import Dispatch
import HTTPServer
import KeiroConfiguration
import LinkStorage
import Links
import Management
import Service
import SiteModel
import System

/// The running service: its parts, the configuration in force, and the signals that change it.
///
/// Both the start and every reload go through `apply`.
final class RunningService: @unchecked Sendable {
  // Unchecked, because `control` is its executor: after init, mutable state is accessed only there,
  // which the methods on it check.

  private let file: String
  private let manager: ServiceManager
  private let console: Console
  private let clock: ServerClock
  let parts: ServiceParts
  private let control: DispatchQueue
  private let ended = DispatchSemaphore(value: 0)
  /// The settings with which the process runs until it ends.
  private let lasting: LastingSettings
  /// The first configuration; nil once it is in force.
  private var first: CompiledConfiguration?
  private var signals: SignalWatcher?
  private var timer: (any DispatchSourceTimer)?
  private var watchdog: Watchdog?

  /// The seconds for which a worker may be busy, such as with a slow disk, before it counts as hanging.
  private static let workerPatience = 60
  /// Likewise for the control queue, which reads and compiles configurations of any size.
  private static let controlPatience = 600

  /// The seconds for stopping everything but the servers.
  private static let patience = 5

  /// Creates the parts; nothing listens yet.
  ///
  /// - Parameters:
  ///   - file: the path of the configuration, which a reload reads again.
  ///   - clock: the clock; with one that is controlled by its owner, the owner also calls ``tick()``.
  /// - Throws: an error if the store cannot be opened.
  init(
    _ configuration: CompiledConfiguration, file: String, manager: ServiceManager,
    console: Console, clock: ServerClock = .system
  ) throws(ServiceFailure) {
    let control = DispatchQueue(label: "keiro.control")
    self.file = file
    self.manager = manager
    self.console = console
    self.clock = clock
    self.control = control
    lasting = LastingSettings(configuration)
    first = configuration
    parts = try ServiceParts(
      configuration, file: file, manager: manager, console: console, clock: clock,
      control: control)
  }

  /// Starts serving.
  ///
  /// - Parameter hearsSignals: whether the signals of the process, which are held, control the service;
  ///   one that has arrived before takes effect afterwards.
  /// - Throws: an error if the configuration cannot be served.
  func start(hearsSignals: Bool = true) throws(ServiceFailure) {
    try control.sync {
      Result { () throws(ServiceFailure) in try begin(hearsSignals: hearsSignals) }
    }.get()
  }

  private func begin(hearsSignals: Bool) throws(ServiceFailure) {
    dispatchPrecondition(condition: .onQueue(control))
    try ServerPart.checkDescriptors()
    if hearsSignals {
      signals = SignalWatcher(queue: control) { [self] signal in handle(signal) }
    }
    if let first {
      try apply(first)
      self.first = nil
    }
    for address in parts.servers.publicAddresses {
      console.note("keiro: serving on \(address)")
    }
    for address in parts.servers.managementAddresses {
      console.note("keiro: management on \(address)")
    }
    for line in parts.servers.unopened + parts.servers.browserAddresses.lines {
      console.note("keiro: \(line)")
    }
    if !clock.isManual {
      timer = control.timer(at: .now() + 1, every: .seconds(1)) { [self] in tickParts() }
    }
    watch()
    manager.notify("READY=1")
  }

  /// Tells the manager that the service works, if it wants to know.
  private func watch() {
    dispatchPrecondition(condition: .onQueue(control))
    guard let interval = manager.watchdogInterval else { return }
    let workers = parts.servers.workersAnswering.map {
      Watchdog.Member(ask: $0, patience: Self.workerPatience)
    }
    let own = Watchdog.Member(
      ask: { [control] answer in control.async(execute: answer) }, patience: Self.controlPatience)
    let watchdog = Watchdog(workers + [own], notify: { [manager] in manager.notify("WATCHDOG=1") })
    watchdog.start(every: .microseconds(interval))
    self.watchdog = watchdog
  }

  /// Adopts a configuration: all of it, or nothing if a part refuses it.
  private func apply(_ next: CompiledConfiguration) throws(ServiceFailure) {
    dispatchPrecondition(condition: .onQueue(control))
    let obstacles = TrustedAuthorities.obstacles(next.outgoing, next.snapshot.apps)
    if let obstacle = obstacles.first { throw obstacle }
    var adoptions: [Adoption] = []
    for part in parts.all { adoptions.append(try part.prepare(next)) }
    for adopt in adoptions { adopt() }
  }

  /// Lets every part look for outside changes. Happens once a second by itself unless the clock is
  /// controlled by its owner.
  func tick() {
    control.sync { tickParts() }
  }

  private func tickParts() {
    dispatchPrecondition(condition: .onQueue(control))
    guard !parts.state.isDraining else { return }
    var isOther = false
    for part in parts.all where part.tick() { isOther = true }
    if isOther { parts.servers.replaceHandlers() }
  }

  func waitForEnd() {
    ended.wait()
  }
}

// MARK: - Signals

extension RunningService {
  /// Handles a signal after everything already in progress.
  func receive(_ signal: SignalWatcher.Signal) {
    control.async { [self] in handle(signal) }
  }

  private func handle(_ signal: SignalWatcher.Signal) {
    dispatchPrecondition(condition: .onQueue(control))
    guard !parts.state.isDraining else { return }
    switch signal {
    case .terminate: end()
    case .hangUp: reload()
    }
  }

  /// Lets the servers finish their work while everything they need still exists, and stops the other
  /// parts.
  private func end() {
    dispatchPrecondition(condition: .onQueue(control))
    parts.state.beginDraining()
    manager.notify("STOPPING=1")
    console.note("keiro: shutting down")
    timer?.cancel()
    watchdog?.stop()
    parts.servers.stop()
    stopOthers(by: .now() + .seconds(Self.patience))
    ended.signal()
  }

  /// Stops the parts that may wait for the store or another server, side by side, and closes the store.
  /// What has not ended by a deadline ends with the process: nothing that was acknowledged waits in it.
  private func stopOthers(by deadline: DispatchTime) {
    let stopping = DispatchGroup()
    for part in parts.all where part !== parts.servers {
      // Each is used by its own queue alone from here on.
      nonisolated(unsafe) let part = part
      DispatchQueue(label: "keiro.stop").async(group: stopping) { part.stop() }
    }
    if stopping.wait(timeout: deadline) == .success {
      let upkeep = parts.directory.upkeep
      DispatchQueue(label: "keiro.stop.store").async(group: stopping) { upkeep.close() }
      if stopping.wait(timeout: deadline) == .success { return }
    }
    console.note("keiro: the store does not answer: ended without it")
    // What still runs may use anything.
    _ = Unmanaged.passRetained(self)
  }

  /// Reloads the configuration file, as a whole or not at all.
  private func reload() {
    dispatchPrecondition(condition: .onQueue(control))
    manager.notify("RELOADING=1\nMONOTONIC_USEC=\(clock.read().steady / 1000)")
    defer {
      parts.board.forget()
      manager.notify("READY=1")
    }
    do throws(ConfigurationFailure) {
      try adopt(CompiledConfiguration(path: file))
      parts.state.countReload(succeeded: true, at: clock.read().secondsSinceEpoch)
      console.note("keiro: reloaded \(file)")
    } catch {
      parts.state.countReload(succeeded: false, at: clock.read().secondsSinceEpoch)
      error.lines(file: file).forEach(console.note)
      console.note("keiro: \(file) was not reloaded: the old configuration goes on serving")
    }
  }

  private func adopt(_ next: CompiledConfiguration) throws(ConfigurationFailure) {
    try rethrown(apply(next), as: ConfigurationFailure.init)
    next.warnings.forEach { console.note($0.line(file: file)) }
    let servers = parts.servers
    let opened = [
      "server.listen": servers.publicAddresses, "server.management": servers.managementAddresses,
      "server.deferAccept": servers.publicAddresses,
    ]
    for key in lasting.keys(changedIn: next) {
      console.note(LastingSettings.line(about: key, beside: opened[key] ?? []))
    }
    let now = Timestamp(secondsSinceEpoch: Int(clock.read().secondsSinceEpoch))
    parts.directory.managed.note(
      .configurationReloaded, about: nil, keeping: nil, by: .service, now: now
    ) { _ in }
  }
}

/// The settings that take effect only when the process starts. A configuration as a whole would keep
/// all of its links in memory.
struct LastingSettings {
  private let values: [(key: String, value: AnyHashable)]
  private let store: StoreSettings

  init(_ configuration: CompiledConfiguration) {
    let server = configuration.server
    values = [
      ("server.listen", server.listen), ("server.management", server.management),
      ("server.workers", server.workers), ("server.deferAccept", server.defersAccept),
    ]
    store = configuration.store
  }

  /// - Parameter opened: the names of the open listeners that the setting is about.
  static func line(about key: String, beside opened: [String]) -> String {
    let sockets = opened.filter { $0.hasPrefix("systemd:") || $0.hasPrefix("tls:systemd:") }.joined(
      separator: ", ")
    return "keiro: \(key) has changed: "
      + (sockets.isEmpty
        ? "restart keiro for that to take effect"
        : "the sockets that systemd has opened (\(sockets)) take its place: change their units, and "
          + "restart those")
  }

  func keys(changedIn next: CompiledConfiguration) -> [String] {
    let next = LastingSettings(next)
    let keys = zip(values, next.values).filter { $0.value != $1.value }.map(\.0.key)
    return keys + (next.store == store ? [] : ["store"])
  }
}

extension ConfigurationFailure {
  fileprivate init(_ failure: ServiceFailure) {
    guard let path = failure.path else {
      self = .unreadable(failure.message)
      return
    }
    self = .invalid([.init(path: path, position: nil, message: failure.message)])
  }
}
