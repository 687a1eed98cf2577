package import JSONSyntax
import Links
import Synchronization
import System
import WebSyntax

/// The standard streams of a command; tests substitute recorders.
///
/// Much of what commands print comes from strangers: files, servers, visitors. Every line of text passes
/// `rendered`, which escapes what a terminal would act on, so that line feeds and emphasis are Keiro's
/// alone. JSON has escapes of its own. What is meant to be bytes says so: `write(verbatim:to:)`.
package final class Console: Sendable {
  package enum Stream: Sendable {
    case output
    case error
  }

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
  /// The width in columns of a stream's terminal; nil if it is not a terminal.
  private let columns: @Sendable (Stream) -> Int?
  private let hasFailed = Mutex(false)
  /// The beginning of the lines about the command itself: `keiro links add`.
  let command: String
  /// Whether the answer, or a failure, is a document on standard output.
  let givesDocuments: Bool
  /// Receives documents as values instead of standard output; nil to print them.
  private let receive: (@Sendable (JSONOutput) -> Void)?
  /// Documents that commands read instead of files, by path; nil to read files.
  let documents: [String: [UInt8]]?
  private let gathered = Mutex((hasAnswer: false, notes: [String]()))

  /// - Parameters:
  ///   - documents: the documents of a command that is run by a program, for which no file is read.
  ///   - receive: takes the answer of such a command as a value.
  package init(
    command: String = "keiro", givesDocuments: Bool = false,
    colours: @escaping @Sendable (Stream) -> Bool = { _ in false },
    columns: @escaping @Sendable (Stream) -> Int? = { _ in nil },
    documents: [String: [UInt8]]? = nil, receive: (@Sendable (JSONOutput) -> Void)? = nil,
    write: @escaping Write
  ) {
    self.command = command
    self.givesDocuments = givesDocuments
    self.colours = colours
    self.columns = columns
    self.documents = documents
    self.receive = receive
    writeBytes = write
  }

  /// A console that prefixes each line on standard error with the time (RFC 3339).
  ///
  /// - Parameter clock: returns the seconds since 1970.
  package func timed(by clock: @escaping @Sendable () -> Int) -> Console {
    writingErrors { [writeBytes] bytes in
      let time = Timestamp(secondsSinceEpoch: clock())
      return writeBytes(.error, Array("\(time) ".utf8) + bytes)
    }
  }

  /// A console for a process that must go on: a reader of standard error who has stopped reading is
  /// waited for once, for a second, and misses the lines until he reads again.
  func waitingForNobody() -> Console {
    let isStuck = Mutex(false)
    // The bytes for which a pipe with room has room (POSIX, PIPE_BUF).
    let room = 4096
    return writingErrors { [writeBytes] bytes in
      isStuck.withLock { isStuck in
        stride(from: 0, to: bytes.count, by: room).allSatisfy { start in
          isStuck = !StandardStream.error.hasRoom(within: isStuck ? 0 : 1000)
          return !isStuck && writeBytes(.error, Array(bytes.dropFirst(start).prefix(room)))
        }
      }
    }
  }

  private func writingErrors(_ write: @escaping @Sendable ([UInt8]) -> Bool) -> Console {
    Console(colours: colours, columns: columns) { [writeBytes] stream, bytes in
      stream == .error ? write(bytes) : writeBytes(stream, bytes)
    }
  }

  package func print(_ line: String) { tell(line, on: .output) }

  func print(styled line: StyledLine) {
    write(verbatim: rendered(line, on: .output) + "\n", to: .output)
  }

  package func print(_ document: JSONOutput) {
    guard let receive else { return write(json: document.pretty + "\n") }
    gathered.withLock { $0.hasAnswer = true }
    receive(document)
  }

  /// Whether answers are received as values, each of them whole.
  var receivesDocuments: Bool { receive != nil }

  /// Prints a line on standard error; that of a command that gives documents is kept for
  /// `tellNotes()`.
  package func note(_ line: String) {
    guard !givesDocuments else { return gathered.withLock { $0.notes.append(line) } }
    tell(line, on: .error)
  }

  /// Prints a line about the command itself on standard error, which begins with the command's name:
  /// `keiro links add: …`. Lines about a place in a file begin with that place.
  package func remark(_ line: String) { note("\(command): \(line)") }

  /// Prints a line at once, whatever the command gives.
  func tell(_ line: String, on stream: Stream) {
    write(verbatim: line.onOneLine + "\n", to: stream)
  }

  var hasAnswer: Bool { gathered.withLock(\.hasAnswer) }

  func of(_ command: CommandSpecification?, givesDocuments: Bool) -> Console {
    Console(
      command: command?.invocation ?? self.command, givesDocuments: givesDocuments,
      colours: colours, columns: columns, write: writeBytes)
  }

  /// Prints the lines of a command that gives documents.
  func tellNotes() {
    gathered.withLock(\.notes).forEach { tell($0, on: .error) }
  }

  package func write(json text: String) {
    write(verbatim: text.escapingHiddenInJSON, to: .output)
  }

  package func write(verbatim text: String, to stream: Stream) {
    write(verbatim: Array(text.utf8), to: stream)
  }

  /// Writes bytes as they are: an association file, an export, a table in CSV, and the texts that are
  /// Keiro's own, such as help, manual pages, completions and progress. Failures to write output are
  /// noted in `outputHasFailed`.
  package func write(verbatim bytes: [UInt8], to stream: Stream) {
    if stream == .output, !bytes.isEmpty { gathered.withLock { $0.hasAnswer = true } }
    if !writeBytes(stream, bytes), stream == .output { hasFailed.withLock { $0 = true } }
  }

  /// Whether output could not be written, because the disk is full or the pipe closed.
  package var outputHasFailed: Bool { hasFailed.withLock { $0 } }

  /// The width in columns of a stream's terminal; nil for a file or a pipe, where progress bars
  /// make no sense.
  package func terminalWidth(_ stream: Stream) -> Int? { columns(stream) }

  /// The line as a stream shows it: its parts on one line, with emphasis if the stream has colours.
  func rendered(_ line: StyledLine, on stream: Stream) -> String {
    let hasColours = colours(stream)
    return line.parts.map { text, style in
      let text = text.onOneLine
      guard let style, hasColours else { return text }
      return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }.joined()
  }
}

extension Console {
  /// The streams of the process. Terminals get colours unless `NO_COLOR` is non-empty
  /// (no-color.org) or the terminal is `dumb`.
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

/// A line of text for people whose parts may have emphasis. Emphasis is not part of the text, so that no
/// foreign text can bring its own: `"\(file): \("error", .error): \(message)"`.
struct StyledLine: ExpressibleByStringInterpolation {
  private(set) var parts: [(text: String, style: Console.Style?)] = []

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [(text: String, style: Console.Style?)] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { parts.append((literal, nil)) }

    mutating func appendInterpolation(_ text: String, _ style: Console.Style? = nil) {
      parts.append((text, style))
    }

    mutating func appendInterpolation(_ line: StyledLine) { parts += line.parts }
  }

  init(stringLiteral value: String) { parts = [(value, nil)] }

  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  static func joined(_ lines: [StyledLine], separator: String) -> StyledLine {
    lines.dropFirst().reduce(lines.first ?? "") { "\($0)\(separator)\($1)" }
  }
}
