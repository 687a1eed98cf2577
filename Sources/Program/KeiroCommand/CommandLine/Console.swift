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
  /// Whether what keeps a command from its answer is told as a document in the place of that.
  let givesDocuments: Bool
  /// Takes documents as values, in place of standard output.
  private let receive: (@Sendable (JSONOutput) -> Void)?
  /// What commands read in place of files, by their paths; nil for files.
  let documents: [String: [UInt8]]?
  private let gathered = Mutex((hasAnswer: false, complaints: [String]()))

  package init(
    givesDocuments: Bool = false,
    colours: @escaping @Sendable (Stream) -> Bool = { _ in false },
    columns: @escaping @Sendable (Stream) -> Int? = { _ in nil }, write: @escaping Write
  ) {
    self.givesDocuments = givesDocuments
    self.colours = colours
    self.columns = columns
    self.writeBytes = write
    receive = nil
    documents = nil
  }

  /// The streams of a command that a program calls: its answer is a value, and it reads no file.
  init(
    documents: [String: [UInt8]], write: @escaping Write,
    receive: @escaping @Sendable (JSONOutput) -> Void
  ) {
    givesDocuments = true
    colours = { _ in false }
    columns = { _ in nil }
    writeBytes = write
    self.receive = receive
    self.documents = documents
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
    guard let receive else { return print(document.pretty) }
    gathered.withLock { $0.hasAnswer = true }
    receive(document)
  }

  /// Whether answers are taken as values, each of them whole.
  var receivesDocuments: Bool { receive != nil }

  /// A line on standard error; where documents are given, it waits for the end of the command.
  package func complain(_ line: String) {
    guard !givesDocuments else { return gathered.withLock { $0.complaints.append(line) } }
    write(line + "\n", to: .error)
  }

  var hasAnswer: Bool { gathered.withLock(\.hasAnswer) }

  /// The same streams for a command that gives documents.
  func givingDocuments() -> Console {
    Console(givesDocuments: true, colours: colours, columns: columns, write: writeBytes)
  }

  /// Ends a command that gives documents: one that failed without an answer is told of in a document
  /// of its complaints.
  func end(_ code: ExitCode) {
    let (hasAnswer, complaints) = gathered.withLock { $0 }
    guard code != .done, !hasAnswer, !complaints.isEmpty else {
      return write(complaints.map { $0 + "\n" }.joined(), to: .error)
    }
    let lines = complaints.map(Self.withoutCommand)
    print(
      CommandFailure(
        code: code.failureCode, detail: lines.joined(separator: "\n"), exit: code
      ).document)
  }

  /// A line without the name of the command at its beginning.
  private static func withoutCommand(_ line: String) -> String {
    guard line.hasPrefix("keiro"), let end = line.firstRange(of: ": "),
      line[..<end.lowerBound].allSatisfy({ $0.isLowercase || $0 == " " })
    else { return line }
    return String(line[end.upperBound...])
  }

  package func write(_ text: String, to stream: Stream) {
    write(Array(text.utf8), to: stream)
  }

  package func write(_ bytes: [UInt8], to stream: Stream) {
    if stream == .output, !bytes.isEmpty { gathered.withLock { $0.hasAnswer = true } }
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
