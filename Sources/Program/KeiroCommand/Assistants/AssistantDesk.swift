import JSONSyntax
import Links
import Synchronization
import System
import WebSyntax

/// Answers the calls of assistants by running the commands themselves and taking their answers as
/// values.
struct AssistantDesk: Sendable {
  let environment: [String: String]
  /// The options that name the server the tools ask.
  var serverOptions: [String] = []
  /// The time for the commands; nil for the system clock.
  var now: Timestamp?

  /// The size limit of an answer, in bytes; an assistant cannot read more.
  private static let byteLimit = 256 << 10
  /// The time limit of a call that computes, in seconds.
  private static let timeLimit = 120

  /// The members of a call's result, or nil if the call was cancelled.
  ///
  /// - Parameter isCancelled: polled while the tool works.
  func answer(
    _ call: AssistantCall, isCancelled: @escaping @Sendable () -> Bool
  ) -> [JSONOutput.Member]? {
    guard !isCancelled() else { return nil }
    let end = Clock.monotonic() + Self.timeLimit * Self.second
    let answer = Interruption.watch({ isCancelled() || Clock.monotonic() > end }) {
      run(call.tool, call.arguments)
    }
    guard !isCancelled() else { return nil }
    guard Clock.monotonic() <= end else {
      return Self.failure("the tool worked for more than \(Self.timeLimit) seconds: ask for less")
    }
    return answer
  }

  private static let second = 1_000_000_000

  private func run(_ tool: AssistantTool, _ arguments: [JSONMember]) -> [JSONOutput.Member] {
    let recorder = AnswerRecorder()
    let code: ExitCode
    do throws(AssistantArguments.Fault) {
      let given = try AssistantArguments(arguments, of: tool, serverOptions: serverOptions)
      let console = recorder.console(
        CommandTable.command(of: given.words), documents: given.documents)
      do throws(UsageError) {
        code = console.run(
          try CommandLineParser(environment: environment, now: now).parse(given.words))
        console.end(code)
      } catch {
        return Self.failure(error.message)
      }
    } catch {
      return Self.failure(error.sentence)
    }
    let (documents, remarks) = recorder.content
    guard let document = documents.last else {
      return Self.failure(remarks.isEmpty ? "the tool gave no answer" : remarks)
    }
    let text = document.compact
    guard text.utf8.count <= Self.byteLimit else {
      return Self.failure(
        "the answer has \(text.utf8.count) bytes: expected at most \(Self.byteLimit); ask for less")
    }
    // "No" is an answer too; only a command that failed has the member 'error'.
    let isError = code != .done && JSONNode(document).member("error") != nil
    return Self.result([text] + (remarks.isEmpty ? [] : [remarks]), document, isError: isError)
  }

  private static func failure(_ sentence: String) -> [JSONOutput.Member] {
    result([sentence], nil, isError: true)
  }

  private static func result(
    _ texts: [String], _ document: JSONOutput?, isError: Bool
  ) -> [JSONOutput.Member] {
    let content = texts.map { text in
      JSONOutput.object([.init("type", .string("text")), .init("text", .string(text))])
    }
    return [.init("content", .array(content))]
      + (document.map { [.init("structuredContent", $0)] } ?? [])
      + [.init("isError", .bool(isError))]
  }
}

/// Records the output of a command.
private final class AnswerRecorder: Sendable {
  private let kept = Mutex((documents: [JSONOutput](), remarks: [UInt8]()))

  /// A console that records documents and messages, and drops the text form on standard output.
  func console(
    _ command: CommandSpecification?, documents: [String: [UInt8]]
  ) -> Console {
    Console(
      command: command?.invocation ?? "keiro", documents: documents,
      write: { [self] stream, bytes in
        if stream == .error { kept.withLock { $0.remarks += bytes } }
        return true
      }, receive: { [self] document in kept.withLock { $0.documents.append(document) } })
  }

  var content: (documents: [JSONOutput], remarks: String) {
    let (documents, bytes) = kept.withLock { $0 }
    var remarks = String(decoding: bytes, as: UTF8.self)
    while remarks.last?.isNewline == true { remarks.removeLast() }
    return (documents, remarks)
  }
}
