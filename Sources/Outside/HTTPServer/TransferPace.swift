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
