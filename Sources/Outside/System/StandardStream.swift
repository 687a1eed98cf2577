import CSystem

/// Output to standard output or standard error.
package enum StandardStream: Sendable {
  case output, error

  private var descriptor: Int32 {
    switch self {
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  /// Whether the stream is a terminal.
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The width of the terminal, 80 if unknown; nil for anything but a terminal.
  package var columns: Int? {
    guard isTerminal else { return nil }
    let (columns, _) = SystemCall.perform { keiro_window_columns(descriptor) }
    return columns > 0 ? Int(columns) : 80
  }

  /// Writes bytes; false if not all could be written.
  package func write(_ bytes: [UInt8]) -> Bool {
    FileBytes.put(bytes, to: descriptor).count == bytes.count
  }
}
