import CSystem

/// Writes lines to a disk that may be full for a while: lines may be lost, but are never torn, except one
/// that was begun in a file that was moved away meanwhile.
package struct LineOutput {
  /// The rest of a partially written line.
  private var unfinished: [UInt8] = []

  /// Goes on in a file that is opened, perhaps again: half a line at its end is completed if its rest is
  /// known, and else ended, so that the next line does not continue it.
  mutating func goOn(isWithinLine: Bool) {
    unfinished = !isWithinLine ? [] : unfinished.isEmpty ? [Self.lineEnd] : unfinished
  }

  /// Completes the partial line and appends others.
  ///
  /// - Parameters:
  ///   - lines: complete lines.
  ///   - put: writes as many of the bytes as there is room for and returns their number.
  /// - Returns: the number of lost lines.
  mutating func append(_ lines: [UInt8], put: ([UInt8]) -> Int) -> Int {
    let begun = unfinished.count
    let bytes = begun == 0 ? lines : unfinished + lines
    let written = put(bytes)
    guard written < bytes.count else {
      unfinished = []
      return 0
    }
    let rest = bytes[written...]
    let isBetweenLines = written == 0 ? begun == 0 : bytes[written - 1] == Self.lineEnd
    unfinished = isBetweenLines ? [] : Self.firstLine(rest)
    return Self.lineCount(rest.dropFirst(unfinished.count))
  }

  private static let lineEnd = UInt8(ascii: "\n")

  private static func firstLine(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array(bytes.prefix { $0 != lineEnd }) + [lineEnd]
  }

  static func lineCount(_ bytes: some Collection<UInt8>) -> Int {
    bytes.count { $0 == lineEnd }
  }
}

/// Output to standard output or standard error.
package enum StandardStream: Sendable {
  case output, error

  private var descriptor: Int32 {
    switch self {
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The width of the terminal, 80 if unknown; nil for anything but a terminal.
  package var columns: Int? {
    guard isTerminal else { return nil }
    let (columns, _) = SystemCall.perform { keiro_window_columns(descriptor) }
    return columns > 0 ? Int(columns) : 80
  }

  /// Whether a short write finds room within some milliseconds, as it does not with a reader that has
  /// stopped reading.
  package func hasRoom(within milliseconds: Int32) -> Bool {
    var wish = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return SystemCall.perform { poll(&wish, 1, milliseconds) }.result != 0
  }

  package func write(_ bytes: [UInt8]) -> Bool {
    FileBytes.put(bytes, to: descriptor).count == bytes.count
  }
}
