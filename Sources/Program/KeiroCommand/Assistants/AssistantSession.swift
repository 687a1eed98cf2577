import JSONSyntax
import Service

/// A call of a tool.
struct AssistantCall: Sendable {
  let id: AssistantRequestID
  let tool: AssistantTool
  let arguments: [JSONMember]
  /// Passed on to `AssistantProtocol.result`.
  let isStateless: Bool
}

/// The reaction to a line from the client.
enum AssistantAction: Sendable {
  case answer(JSONOutput)
  case call(AssistantCall)
  /// The client no longer waits for this answer.
  case cancel(AssistantRequestID)
  /// Several requests, answered together.
  case batch([AssistantAction])
}

/// The server's side of a conversation. It turns lines into actions and does no input or output.
struct AssistantSession {
  private let tools: [AssistantTool]
  /// The revision agreed on by `initialize`; nil before that.
  private(set) var version: String?

  private static let batchLimit = 100

  init(tools: [AssistantTool]) {
    self.tools = tools
  }

  /// - Parameter line: nil for a line that was too long to read.
  mutating func take(_ line: [UInt8]?) -> [AssistantAction] {
    guard let line else {
      return [.answer(refusal(nil, .notRequest, "the line is longer than a megabyte"))]
    }
    let root: JSONNode
    do throws(Problem) {
      root = try JSONDocument(line: line).root
    } catch {
      return [.answer(refusal(nil, .notJSON, error.detail))]
    }
    guard let messages = root.array else { return take(root).map { [$0] } ?? [] }
    guard version == AssistantProtocol.batching, (1...Self.batchLimit).contains(messages.count)
    else {
      return [.answer(refusal(nil, .notRequest, "the line is an array: expected one message"))]
    }
    let actions = messages.compactMap { take($0) }
    return actions.isEmpty ? [] : [.batch(actions)]
  }

  private func refusal(
    _ id: AssistantRequestID?, _ code: AssistantProtocol.Code, _ sentence: String
  ) -> JSONOutput {
    AssistantProtocol.error(id, code, sentence)
  }

  private mutating func take(_ message: JSONNode) -> AssistantAction? {
    let id = message.member("id").flatMap(AssistantRequestID.init)
    guard message.object != nil, message.text("jsonrpc") == "2.0" else {
      return .answer(refusal(id, .notRequest, "the message is none of JSON-RPC 2.0"))
    }
    guard let method = message.text("method") else {
      // We send no requests, so an answer from the client belongs to nothing.
      guard message.member("result") == nil, message.member("error") == nil else { return nil }
      return .answer(refusal(id, .notRequest, "the message has no method"))
    }
    let parameters = message.member("params")
    guard message.member("id") != nil else { return noted(method, parameters) }
    guard let id else {
      return .answer(
        refusal(nil, .notRequest, "the id is neither a text nor a whole number"))
    }
    guard parameters == nil || parameters?.object != nil else {
      return .answer(refusal(id, .wrongParameters, "'params' is not an object"))
    }
    return asked(id, method, parameters)
  }

  /// Handles a notification; unknown ones are ignored, as JSON-RPC demands.
  private func noted(_ method: String, _ parameters: JSONNode?) -> AssistantAction? {
    guard method == "notifications/cancelled" else { return nil }
    return parameters?.member("requestId").flatMap(AssistantRequestID.init)
      .map(AssistantAction.cancel)
  }

  private mutating func asked(
    _ id: AssistantRequestID, _ method: String, _ parameters: JSONNode?
  ) -> AssistantAction {
    if method == "initialize" { return .answer(begin(id, parameters)) }
    let named = parameters?.member("_meta")?.text(AssistantProtocol.versionKey)
    if let named, !AssistantProtocol.stateless.contains(named) {
      return .answer(unsupported(id, named))
    }
    let isStateless = named != nil
    if method == "ping", !isStateless {
      return .answer(AssistantProtocol.result(id, [], isStateless: false))
    }
    guard isStateless || version != nil else {
      return .answer(
        refusal(
          id, .wrongParameters,
          "expected 'initialize' first, or '\(AssistantProtocol.versionKey)' in 'params._meta'"))
    }
    switch method {
    case "server/discover" where isStateless: return .answer(discovered(id))
    case "tools/list": return .answer(listed(id, parameters, isStateless))
    case "tools/call": return called(id, parameters, isStateless)
    default: return .answer(refusal(id, .noMethod, "there is no method '\(method.prefix(100))'"))
    }
  }

  // MARK: - Handshake

  private mutating func begin(_ id: AssistantRequestID, _ parameters: JSONNode?) -> JSONOutput {
    guard let wanted = parameters?.text("protocolVersion") else {
      return refusal(id, .wrongParameters, "'params.protocolVersion' is missing")
    }
    guard version == nil else {
      return refusal(id, .notRequest, "'initialize' came before")
    }
    let handshakes = AssistantProtocol.handshakes
    let agreed = handshakes.contains(wanted) ? wanted : handshakes[handshakes.count - 1]
    version = agreed
    return AssistantProtocol.result(
      id,
      [
        .init("protocolVersion", .string(agreed)),
        .init("capabilities", AssistantProtocol.capabilities),
        .init("serverInfo", AssistantProtocol.server),
        .init("instructions", .string(AssistantProtocol.instructions)),
      ], isStateless: false)
  }

  private func unsupported(_ id: AssistantRequestID, _ version: String) -> JSONOutput {
    AssistantProtocol.error(
      id, .wrongVersion, "the revision '\(version.prefix(100))' is not spoken here",
      data: .object([
        .init("supported", .strings(AssistantProtocol.stateless + AssistantProtocol.handshakes)),
        .init("requested", .string(version)),
      ]))
  }

  private func discovered(_ id: AssistantRequestID) -> JSONOutput {
    AssistantProtocol.result(
      id,
      [
        .init("supportedVersions", .strings(AssistantProtocol.stateless)),
        .init("capabilities", AssistantProtocol.capabilities),
        .init("instructions", .string(AssistantProtocol.instructions)),
      ] + Self.lasting, isStateless: true)
  }

  /// Tells clients that the answer stays the same until the program restarts.
  private static let lasting: [JSONOutput.Member] = [
    .init("ttlMs", .int(3_600_000)), .init("cacheScope", .string("private")),
  ]

  // MARK: - Tools

  private func listed(
    _ id: AssistantRequestID, _ parameters: JSONNode?, _ isStateless: Bool
  ) -> JSONOutput {
    guard parameters?.member("cursor")?.string == nil else {
      return refusal(id, .wrongParameters, "unknown cursor: expected none")
    }
    return AssistantProtocol.result(
      id,
      [.init("tools", .array(tools.map(\.description)))] + (isStateless ? Self.lasting : []),
      isStateless: isStateless)
  }

  private func called(
    _ id: AssistantRequestID, _ parameters: JSONNode?, _ isStateless: Bool
  ) -> AssistantAction {
    let name = parameters?.text("name") ?? ""
    guard let tool = tools.first(where: { $0.name == name }) else {
      let names = tools.map(\.name)
      let expected =
        nearestName(to: name, among: names).map { "did you mean '\($0)'?" }
        ?? "expected one of " + names.joined(separator: ", ")
      return .answer(
        refusal(id, .wrongParameters, "there is no tool '\(name.prefix(100))': \(expected)"))
    }
    let arguments = parameters?.member("arguments")
    guard arguments == nil || arguments?.object != nil else {
      return .answer(refusal(id, .wrongParameters, "'params.arguments' is not an object"))
    }
    return .call(
      AssistantCall(
        id: id, tool: tool, arguments: arguments?.object ?? [], isStateless: isStateless))
  }
}
