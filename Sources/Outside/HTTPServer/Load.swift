import Synchronization
import WebSyntax

/// What the clients of a worker make it hold while it waits for them, and the most that it holds.
struct Load: Equatable {
  private(set) var total = 0
  let limit: Int

  /// - Parameters:
  ///   - limit: the limit of all workers together.
  ///   - least: the least limit of one worker, since a single client may need that much.
  init(limit: Int, workers: Int, least: Int) {
    self.limit = max(limit / max(workers, 1), least)
  }

  var isExceeded: Bool { total > limit }

  /// Notes that a connection now holds another amount.
  ///
  /// - Parameter held: the amount noted for the connection.
  mutating func note(_ amount: Int, insteadOf held: inout Int) {
    total += amount - held
    held = amount
  }
}

/// The pace of a client that sends a file or takes one. In each period it has to move some bytes, or to
/// reach the end: a client that moves one now and then gains no time.
struct TransferPace: Equatable {
  /// The least number of bytes in a period.
  static let leastBytes = 32 << 10

  private var moved = 0

  /// Notes that the client has moved bytes.
  ///
  /// - Returns: whether its next period begins.
  mutating func move(_ count: Int) -> Bool {
    moved += count
    guard moved >= Self.leastBytes else { return false }
    moved = 0
    return true
  }
}

/// The open connections of each client, over all workers of a server.
final class ConnectionCounts: Sendable {
  struct Client: Hashable, Sendable {
    private let network: IPAddress

    init(_ address: IPAddress) {
      network = address.network(.household)
    }
  }

  private let counts = Mutex<[Client: Int]>([:])

  /// Counts a connection; returns the number of the client's connections with it.
  func enter(_ client: Client) -> Int {
    counts.withLock { counts in
      let count = counts[client, default: 0] + 1
      counts[client] = count
      return count
    }
  }

  func leave(_ client: Client) {
    counts.withLock { counts in
      let count = counts[client, default: 0] - 1
      counts[client] = count > 0 ? count : nil
    }
  }
}
