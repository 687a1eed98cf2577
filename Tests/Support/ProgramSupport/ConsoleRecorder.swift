package import JSONSyntax
package import KeiroCommand
package import Links
import Synchronization

/// Records the output of a command.
package final class ConsoleRecorder: Sendable {
  private let bytes = Mutex<(output: [UInt8], error: [UInt8])>(([], []))

  package init() {}

  package var output: String { bytes.withLock { String(decoding: $0.output, as: UTF8.self) } }
  package var error: String { bytes.withLock { String(decoding: $0.error, as: UTF8.self) } }

  package var console: Console {
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
  package func run(
    _ arguments: [String], environment: [String: String] = [:], now: Timestamp? = nil
  ) -> ExitCode {
    KeiroCommand.main(
      arguments: arguments, environment: environment, console: console, now: now)
  }
}

/// What a command printed, and how it ended.
package struct CommandResult: Equatable {
  package var code: ExitCode
  package var output: String
  package var error: String

  package init(code: ExitCode, output: String, error: String) {
    (self.code, self.output, self.error) = (code, output, error)
  }

  /// The same with one text in place of another.
  package func replacing(_ text: String, with other: String) -> CommandResult {
    CommandResult(
      code: code, output: output.replacing(text, with: other),
      error: error.replacing(text, with: other))
  }

  /// The root of the document that it printed.
  package var document: JSONNode {
    get throws { try JSONDocument(parsing: Array(output.utf8)).root }
  }
}

/// Runs the tool.
///
/// - Parameter now: nil for the system's time.
package func keiro(
  _ arguments: [String], environment: [String: String] = [:], now: Timestamp? = nil
) -> CommandResult {
  let recorder = ConsoleRecorder()
  let code = recorder.run(arguments, environment: environment, now: now)
  return CommandResult(code: code, output: recorder.output, error: recorder.error)
}
