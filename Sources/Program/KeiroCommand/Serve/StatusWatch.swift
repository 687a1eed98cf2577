import Dispatch
import KeiroConfiguration
import Links
import Management
import NodeStore
import Service
import System

/// Tells the other processes with the same store, and later ones, what this one sees.
final class StatusWatch: @unchecked Sendable {
  // Unchecked, because the timer is used on the queue alone.

  private let board: StatusBoard
  private let directory: LinkDirectory
  private let now: @Sendable () -> Double
  /// It waits for the store, and delays nothing else.
  private let queue = DispatchQueue(label: "keiro.status", qos: .utility)
  private var timer: (any DispatchSourceTimer)?

  private static let interval = 10

  init(_ board: StatusBoard, _ directory: LinkDirectory, now: @escaping @Sendable () -> Double) {
    self.board = board
    self.directory = directory
    self.now = now
  }

  func adopt(_ configuration: CompiledConfiguration) {
    board.adopt(digest: configuration.digest, at: time)
    queue.async { [self] in
      guard timer == nil else { return }
      timer = queue.timer(at: .now() + 1, every: .seconds(Self.interval)) { [weak self] in
        self?.publish()
      }
    }
  }

  private func publish() { board.publish(directory, at: time) }

  private var time: Timestamp { Timestamp(secondsSinceEpoch: Int(now())) }

  func stop() {
    queue.sync {
      timer?.cancel()
      // Without a word about its end it would be missed, and another process may just be publishing.
      var attempts = 20
      while attempts > 0, !board.publish(directory, at: time, hasEnded: true) {
        attempts -= 1
        Clock.sleep(seconds: 0.05)
      }
    }
  }
}

extension ServiceHealth {
  /// The seconds before the end of a certificate from which somebody should see to it.
  private static let certificateHorizon = 14 * 86_400
  /// The number of clicks in a spool from which they are more than those of a moment.
  private static let spooledClicks = 10_000

  /// What only this process knows of its state.
  ///
  /// - Parameters:
  ///   - name: the name of the node; empty for a single server.
  ///   - path: the file of the store; nil for a store in memory.
  func facts(node name: String, file path: String?, now: Double) -> [StatusFact] {
    var facts: [StatusFact] = []
    if let standing = node?.standing {
      if standing.failure == nil, !standing.isCurrent, let lag = standing.lag {
        facts.append(StatusFact(.nodeBehind, name, count: Int(lag)))
      }
      let isWaiting = standing.unsent > 0 && (standing.isSpoolStuck || !standing.isCurrent)
      if isWaiting || standing.unsent >= Self.spooledClicks {
        facts.append(StatusFact(.spool, name, count: standing.unsent))
      }
    }
    if let time = state.refusedReload { facts.append(StatusFact(.reload, name, since: time)) }
    if abs(storeWatch.clockOffset) >= 3600 {
      facts.append(StatusFact(.clock, name, count: abs(storeWatch.clockOffset) / 3600))
    }
    if let disk = StatusFact.disk(of: path, node: name) { facts.append(disk) }
    return facts
      + gauges.ends.compactMap { Self.fact($0.name, ends: $0.seconds, now: Int(now)) }
  }

  private static func fact(_ certificate: String, ends end: Int, now: Int) -> StatusFact? {
    guard end - now < certificateHorizon else { return nil }
    return StatusFact(
      .certificate, certificate, count: end < now ? -1 : (end - now) / 86_400,
      since: Timestamp(secondsSinceEpoch: end - certificateHorizon))
  }
}

extension StatusFact {
  /// What is left on the disk of a store's file, if that is little.
  static func disk(of path: String?, node: String) -> StatusFact? {
    guard let path, let disk = DiskSpace(of: path), disk.isScarce else { return nil }
    return StatusFact(.disk, node, detail: path, count: disk.free >> 20)
  }
}

extension StoreSettings {
  /// The name of the node; empty without a shared database.
  var nodeName: String {
    if case .postgres(let settings) = self { settings.node } else { "" }
  }
}
