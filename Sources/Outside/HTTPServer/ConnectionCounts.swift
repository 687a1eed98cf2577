import Synchronization
import WebSyntax

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
