package import JSONSyntax
import Links
import Synchronization
import System

/// The standard streams of a command; tests put recorders in their place.
package final class Console: Sendable {
  package enum Stream: Sendable {
    /// Results.
    case output
    /// Messages.
    case error
  }

  /// The emphasis of a text on a terminal.
  package enum Style: String, Sendable {
    case bold = "1"
    case error = "1;31"
    case warning = "1;33"
    case good = "1;32"
  }

  /// Writes bytes; false on failure.
  package typealias Write = @Sendable (Stream, [UInt8]) -> Bool

  private let writeBytes: Write
  private let colours: @Sendable (Stream) -> Bool
  /// The width of the terminal of a stream in columns; nil when there is none.
  private let columns: @Sendable (Stream) -> Int?
  private let hasFailed = Mutex(false)

  package init(
    colours: @escaping @Sendable (Stream) -> Bool = { _ in false },
    columns: @escaping @Sendable (Stream) -> Int? = { _ in nil }, write: @escaping Write
  ) {
    self.colours = colours
    self.columns = columns
    self.writeBytes = write
  }

  /// The same streams, where each line on standard error has the time in front, as of RFC 3339.
  ///
  /// - Parameter clock: gives the seconds since 1970.
  package func timed(by clock: @escaping @Sendable () -> Int) -> Console {
    Console(
      colours: colours, columns: columns,
      write: { [writeBytes] stream, bytes in
        guard stream == .error else { return writeBytes(stream, bytes) }
        let time = Timestamp(secondsSinceEpoch: clock())
        return writeBytes(stream, Array("\(time) ".utf8) + bytes)
      })
  }

  /// A line on standard output.
  package func print(_ line: String) {
    write(line + "\n", to: .output)
  }

  /// One JSON document on standard output.
  package func print(_ document: JSONOutput) {
    print(document.pretty)
  }

  /// A line on standard error.
  package func complain(_ line: String) {
    write(line + "\n", to: .error)
  }

  package func write(_ text: String, to stream: Stream) {
    write(Array(text.utf8), to: stream)
  }

  package func write(_ bytes: [UInt8], to stream: Stream) {
    if !writeBytes(stream, bytes), stream == .output { hasFailed.withLock { $0 = true } }
  }

  /// Whether a result could not be written: the disk is full, or the pipe is closed.
  package var outputHasFailed: Bool { hasFailed.withLock { $0 } }

  /// The width of the terminal of a stream; nil where progress would only fill a file.
  package func terminalWidth(_ stream: Stream) -> Int? { columns(stream) }

  /// The text with its emphasis for a stream; plain where colours are disabled.
  package func styled(_ text: String, _ style: Style, on stream: Stream) -> String {
    colours(stream) ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension Console {
  /// The streams of the process. Colours are for terminals, unless `NO_COLOR` is set to something
  /// (no-color.org) or the terminal is a `dumb` one.
  package static func standard(environment: [String: String]) -> Console {
    let isPlain = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
    return Console(
      colours: { !isPlain && $0.standard.isTerminal },
      columns: { environment["TERM"] == "dumb" ? nil : $0.standard.columns },
      write: { stream, bytes in stream.standard.write(bytes) })
  }
}

extension Console.Stream {
  fileprivate var standard: StandardStream {
    switch self {
    case .output: .output
    case .error: .error
    }
  }
}
