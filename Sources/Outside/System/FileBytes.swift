import CSystem

enum FileBytes {
  private static let pieceBytes = 1 << 16

  /// All bytes up to the end; nil when there are more than `limit`.
  ///
  /// - Parameter expected: the number of bytes to have room for, so that large files need no more.
  static func all(
    _ descriptor: Int32, expected: Int = 0, limit: Int, _ subject: String
  ) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(max(expected, 0), limit))
    var piece = [UInt8](repeating: 0, count: pieceBytes)
    while true {
      let count = try some(descriptor, into: &piece, subject)
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { return nil }
      bytes += piece[..<count]
    }
  }

  static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ subject: String, _ calls: FileCalls = .system
  ) throws(SystemError) {
    let (count, code) = put(bytes, to: descriptor, calls)
    guard count == bytes.count else {
      throw SystemError(operation: "write", subject: subject, code: code)
    }
  }

  /// Writes as many of the bytes as the system accepts.
  ///
  /// - Returns: their number, and if that is not all, the value of `errno`.
  static func put(
    _ bytes: [UInt8], to descriptor: Int32, _ calls: FileCalls = .system
  ) -> (count: Int, code: Int32) {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        let (count, code) = SystemCall.perform { calls.write(descriptor, rest) }
        // A call that writes nothing would be repeated forever.
        guard count > 0 else { return (written, count == 0 ? EIO : code) }
        written += count
      }
      return (written, 0)
    }
  }

  /// Reads the available bytes, and waits when there are none; 0 at the end.
  static func some(
    _ descriptor: Int32, into piece: inout [UInt8], _ subject: String
  ) throws(SystemError) -> Int {
    while true {
      let (count, code) = piece.withUnsafeMutableBytes { buffer in
        SystemCall.perform { CSystem.read(descriptor, buffer.baseAddress, buffer.count) }
      }
      if count >= 0 { return count }
      guard code == EAGAIN else {
        throw SystemError(operation: "read", subject: subject, code: code)
      }
      var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = SystemCall.perform { poll(&wish, 1, -1) }
    }
  }
}
