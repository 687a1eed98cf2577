import KeiroCommand
import Links
import Synchronization

/// Records the output of a command.
final class ConsoleRecorder: Sendable {
  private let bytes = Mutex<(output: [UInt8], error: [UInt8])>(([], []))

  var output: String { bytes.withLock { String(decoding: $0.output, as: UTF8.self) } }
  var error: String { bytes.withLock { String(decoding: $0.error, as: UTF8.self) } }

  var console: Console {
    Console { stream, written in
      self.bytes.withLock { bytes in
        switch stream {
        case .output: bytes.output += written
        case .error: bytes.error += written
        }
      }
      return true
    }
  }

  /// Runs the tool and returns its exit code.
  ///
  /// - Parameter now: nil for the system's time.
  func run(
    _ arguments: [String], environment: [String: String] = [:], now: Timestamp? = nil
  ) -> ExitCode {
    KeiroCommand.main(
      arguments: arguments, environment: environment, console: console, now: now)
  }
}
