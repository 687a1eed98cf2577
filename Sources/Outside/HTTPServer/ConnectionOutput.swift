/// The bytes of responses that wait to be sent.
struct ConnectionOutput {
  /// Encoders append to it.
  var bytes: [UInt8] = []
  /// The number of bytes that the client has taken.
  private(set) var start = 0

  /// Whether the client has taken none of the bytes.
  private(set) var isUntaken = true

  var hasRest: Bool { start < bytes.count }
  /// The number of bytes that the client has not taken.
  var restCount: Int { bytes.count - start }

  mutating func didSend(_ count: Int) {
    start += count
    if count > 0 { isUntaken = false }
  }

  mutating func dropSent() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
    isUntaken = true
  }

  /// Moves what waits to a buffer of its own size, and gives the other one back, if that is more than twice
  /// as large.
  mutating func settle(_ spare: inout [UInt8], limit: Int) {
    guard bytes.capacity > 2 * restCount + Self.slack else { return }
    let rest = Array(bytes[start...])
    let wasUntaken = isUntaken
    giveBack(&spare, limit: limit)
    (bytes, isUntaken) = (rest, wasUntaken)
  }

  private static let slack = 2048

  /// Takes a buffer that is lent, unless there is one.
  mutating func borrow(_ spare: inout [UInt8]) {
    guard bytes.capacity == 0 else { return }
    swap(&bytes, &spare)
  }

  /// Gives the buffer back.
  ///
  /// - Parameter limit: the maximum size of a buffer that is kept for the next connection.
  mutating func giveBack(_ spare: inout [UInt8], limit: Int) {
    guard bytes.capacity > 0 else { return }
    if !bytes.isEmpty { dropSent() }
    if spare.capacity == 0, bytes.capacity <= limit {
      swap(&bytes, &spare)
    } else {
      bytes = []
    }
  }
}
