import JSONSyntax
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

/// What a command printed, and how it ended.
struct CommandResult: Equatable {
  var code: ExitCode
  var output: String
  var error: String

  /// The same with one text in place of another.
  func replacing(_ text: String, with other: String) -> CommandResult {
    CommandResult(
      code: code, output: output.replacing(text, with: other),
      error: error.replacing(text, with: other))
  }

  /// The root of the document that it printed.
  var document: JSONNode { get throws { try JSONDocument(parsing: Array(output.utf8)).root } }
}

/// Runs the tool.
///
/// - Parameter now: nil for the system's time.
func keiro(
  _ arguments: [String], environment: [String: String] = [:], now: Timestamp? = nil
) -> CommandResult {
  let recorder = ConsoleRecorder()
  let code = recorder.run(arguments, environment: environment, now: now)
  return CommandResult(code: code, output: recorder.output, error: recorder.error)
}
