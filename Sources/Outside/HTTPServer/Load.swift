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
