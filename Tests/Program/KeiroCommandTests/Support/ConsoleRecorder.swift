import KeiroCommand
import Synchronization

/// Keeps what a command writes.
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
  func run(_ arguments: [String], environment: [String: String] = [:]) -> ExitCode {
    KeiroCommand.main(arguments: arguments, environment: environment, console: console)
  }
}
