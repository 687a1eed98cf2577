import Synchronization
import WebSyntax

/// The open connections of each client, over all workers of a server.
final class ConnectionCounts: Sendable {
  /// An IPv4 address, or an IPv6 network of 64 bits, all of whose addresses one client may have.
  struct Client: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    init(_ address: IPAddress) {
      high = address.high
      low = address.v4 == nil ? 0 : address.low
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
