import Dispatch
import HTTPCore
import JSONSyntax
import LinkImport
import Service
import Synchronization
import System

/// A conversation with an assistant: takes bytes, sends lines, and answers calls concurrently.
final class AssistantConversation: Sendable {
  private struct State {
    var session: AssistantSession
    var decoder = LineDecoder()
    var calls: [AssistantRequestID: HTTPCancellation] = [:]
  }

  private let desk: AssistantDesk
  private let send: @Sendable (String) -> Void
  private let state: Mutex<State>
  private let output = Mutex(())
  /// More lanes than cores, because calls spend their time waiting for stores and other hosts.
  private let queue = WorkQueue(label: "keiro.mcp", lanes: 4, slots: 64)
  private let group = DispatchGroup()

  /// - Parameter send: writes one line; never called concurrently.
  init(_ desk: AssistantDesk, writes: Bool, send: @escaping @Sendable (String) -> Void) {
    self.desk = desk
    self.send = send
    state = Mutex(
      State(session: AssistantSession(tools: AssistantTool.all.filter { writes || !$0.writes })))
  }

  func take(_ bytes: [UInt8]) {
    perform { $0.feed(bytes) }
  }

  /// Ends the input and waits until every call is answered.
  func finish() {
    perform { $0.finish() }
    group.wait()
  }

  private func perform(_ decode: (inout LineDecoder) -> [LineDecoder.Line]) {
    let actions = state.withLock { state in
      decode(&state.decoder).flatMap { state.session.take($0.bytes) }
    }
    for action in actions { perform(action, deliver) }
  }

  private func deliver(_ answer: JSONOutput?) {
    guard let answer else { return }
    let line = answer.compact
    output.withLock { _ in send(line) }
  }

  /// - Parameter deliver: called exactly once with the answer, or with nil if there is none.
  private func perform(
    _ action: AssistantAction, _ deliver: @escaping @Sendable (JSONOutput?) -> Void
  ) {
    switch action {
    case .answer(let answer): deliver(answer)
    case .call(let call): begin(call, deliver)
    case .cancel(let id):
      state.withLock { $0.calls[id] }?.cancel()
      deliver(nil)
    case .batch(let actions):
      let answers = BatchAnswers(actions.count) { [self] in self.deliver($0) }
      for action in actions { perform(action, answers.add) }
    }
  }

  private func begin(_ call: AssistantCall, _ deliver: @escaping @Sendable (JSONOutput?) -> Void) {
    let cancellation = HTTPCancellation()
    let isNew = state.withLock { state in
      guard state.calls[call.id] == nil else { return false }
      state.calls[call.id] = cancellation
      return true
    }
    guard isNew else {
      return deliver(
        AssistantProtocol.error(call.id, .notRequest, "a request with this id is at work"))
    }
    group.enter()
    let admission = queue.submit { [self] in
      let result = desk.answer(call) { cancellation.isCancelled }
      end(call)
      deliver(
        result.map { AssistantProtocol.result(call.id, $0, isStateless: call.isStateless) })
      group.leave()
    }
    guard admission != .admitted else { return }
    end(call)
    deliver(AssistantProtocol.error(call.id, .busy, "too many calls wait: try again later"))
    group.leave()
  }

  private func end(_ call: AssistantCall) {
    state.withLock { $0.calls[call.id] = nil }
  }
}

/// Collects the answers to a batch and sends them together once the last one has arrived.
private final class BatchAnswers: Sendable {
  private let state: Mutex<(left: Int, answers: [JSONOutput])>
  private let deliver: @Sendable (JSONOutput) -> Void

  init(_ count: Int, deliver: @escaping @Sendable (JSONOutput) -> Void) {
    state = Mutex((count, []))
    self.deliver = deliver
  }

  func add(_ answer: JSONOutput?) {
    let whole = state.withLock { state -> [JSONOutput]? in
      state.left -= 1
      if let answer { state.answers.append(answer) }
      return state.left == 0 ? state.answers : nil
    }
    if let whole, !whole.isEmpty { deliver(.array(whole)) }
  }
}

extension OptionSpecification {
  fileprivate static let assistantWrites = Self(
    "--write", "let the assistant add and change links, too")
}

extension CommandTable {
  static let assist = CommandSpecification(
    "mcp", "serve the Model Context Protocol on standard input and output",
    details: [
      "Lets AI assistants use Keiro's tools: explain, match, validate, diff, doctor, links",
      "and stats. Their arguments are the options of these commands, their answers the",
      "commands' JSON; --write adds link_add and link_edit. Files are passed as text: none",
      "is read here. Ends at the end of the input.",
    ],
    options: OptionSpecification.locations + [.assistantWrites],
    examples: [
      "mcp --config /etc/keiro/keiro.json",
      "mcp --server https://keiro.example.com --token-file token  # within the reach of the token",
    ]
  ) { arguments throws(UsageError) in
    // Standard input carries the protocol, so a token cannot be read from it.
    if arguments.value(.tokenFile) == "-" {
      throw arguments.error(.invalidValue(.tokenFile, value: "-"))
    }
    var environment = arguments.environment
    if case .configuration(let file) = try arguments.location() {
      // Some tools take no `--config` option; those that do read it from here.
      environment["KEIRO_CONFIG"] = file
      environment["KEIRO_SERVER"] = ""
    }
    let serverOptions = [OptionSpecification.server, .tokenFile, .insecure].flatMap { option in
      (arguments.value(option).map { ["\(option.name)=\($0)"] } ?? [])
        + (arguments.has(option) ? [option.name] : [])
    }
    let desk = AssistantDesk(environment: environment, serverOptions: serverOptions)
    return { console throws(CommandFailure) in
      let writes = arguments.has(.assistantWrites)
      // One message per line.
      let conversation = AssistantConversation(desk, writes: writes) { line in
        console.write(json: line + "\n")
      }
      do throws(FileReadError) {
        let input = try FilePieces(path: "-")
        while let piece = try input.next(), !console.outputHasFailed { conversation.take(piece) }
      } catch {
        throw .environment("input-unreadable", "cannot read standard input: \(error.message)")
      }
      conversation.finish()
      return .done
    }
  }
}
