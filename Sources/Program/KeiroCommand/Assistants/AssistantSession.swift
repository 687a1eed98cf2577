import JSONSyntax
import Service

struct AssistantCall: Sendable {
  let id: AssistantRequestID
  let tool: AssistantTool
  let arguments: [JSONMember]
  let isStateless: Bool
}

enum AssistantAction: Sendable {
  case answer(JSONOutput)
  case call(AssistantCall)
  /// The client no longer waits for this answer.
  case cancel(AssistantRequestID)
  case batch([AssistantAction])
}

/// The server's side of a conversation. It turns lines into actions and does no input or output.
struct AssistantSession {
  let tools: [AssistantTool]
  /// The revision agreed on by `initialize`; nil before that.
  private(set) var version: String?

  private static let batchLimit = 100

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
      return .answer(AssistantProtocol.result(id, [:], isStateless: false))
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
        "protocolVersion": .string(agreed), "capabilities": AssistantProtocol.capabilities,
        "serverInfo": AssistantProtocol.server,
        "instructions": .string(AssistantProtocol.instructions),
      ], isStateless: false)
  }

  private func unsupported(_ id: AssistantRequestID, _ version: String) -> JSONOutput {
    AssistantProtocol.error(
      id, .wrongVersion, "the revision '\(version.prefix(100))' is not spoken here",
      data: [
        "supported": .strings(AssistantProtocol.stateless + AssistantProtocol.handshakes),
        "requested": .string(version),
      ])
  }

  private func discovered(_ id: AssistantRequestID) -> JSONOutput {
    AssistantProtocol.result(
      id,
      [
        "supportedVersions": .strings(AssistantProtocol.stateless),
        "capabilities": AssistantProtocol.capabilities,
        "instructions": .string(AssistantProtocol.instructions),
      ] + Self.lasting, isStateless: true)
  }

  /// Tells clients that the answer stays the same until the program restarts.
  private static let lasting: JSONOutput = ["ttlMs": 3_600_000, "cacheScope": "private"]

  // MARK: - Tools

  private func listed(
    _ id: AssistantRequestID, _ parameters: JSONNode?, _ isStateless: Bool
  ) -> JSONOutput {
    guard parameters?.member("cursor")?.string == nil else {
      return refusal(id, .wrongParameters, "unknown cursor: expected none")
    }
    return AssistantProtocol.result(
      id,
      ["tools": .array(tools.map(\.description))] + (isStateless ? Self.lasting : [:]),
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

/// The part of the Model Context Protocol that a server of tools needs.
///
/// Source: modelcontextprotocol.io, the revisions named here.
enum AssistantProtocol {
  /// Revisions in which a session begins with `initialize`, oldest first.
  static let handshakes = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
  /// Revisions without a handshake: every request names its own version.
  static let stateless = ["2026-07-28"]
  /// The only revision whose clients may send several messages in an array.
  static let batching = "2025-03-26"

  static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let serverKey = "io.modelcontextprotocol/serverInfo"

  enum Code: Int {
    case notJSON = -32700
    case notRequest = -32600
    case noMethod = -32601
    case wrongParameters = -32602
    case wrongVersion = -32022
    /// A code in the range that JSON-RPC reserves for servers.
    case busy = -32000
  }

  static let server: JSONOutput = [
    "name": .string("keiro"), "title": .string("Keiro"), "version": .string(keiroVersion),
  ]

  static let capabilities: JSONOutput = ["tools": .object([])]

  static let instructions =
    "Keiro serves the association files by which links open apps (Universal Links, App Links), and "
    + "short links. When a link does not open the app on somebody's phone: call 'explain' with the "
    + "URL and what is known of the phone (ios or android, from, app, app-version), read 'opens' and "
    + "the first step that fails; then 'doctor' with the host, for whether the files are deployed as "
    + "they should be and known to Apple and Google. Answers are those of the commands with --json."

  // MARK: - Messages

  /// The answer to a request.
  ///
  /// - Parameter isStateless: whether the request's revision has no handshake; its results name
  ///   their type and the server.
  static func result(
    _ id: AssistantRequestID, _ result: JSONOutput, isStateless: Bool
  ) -> JSONOutput {
    let more: JSONOutput = ["resultType": "complete", "_meta": [serverKey: server]]
    return message(id, ["result": result + (isStateless ? more : [:])])
  }

  /// - Parameter id: nil if the request's identifier could not be read.
  static func error(
    _ id: AssistantRequestID?, _ code: Code, _ sentence: String, data: JSONOutput? = nil
  ) -> JSONOutput {
    let error: JSONOutput = [
      "code": .int(code.rawValue), "message": .string(sentence), "data": data ?? .null,
    ]
    return message(id, ["error": error.withoutNulls])
  }

  private static func message(_ id: AssistantRequestID?, _ content: JSONOutput) -> JSONOutput {
    ["jsonrpc": "2.0", "id": id?.output ?? .null] + content
  }
}

struct AssistantRequestID: Hashable, Sendable {
  let output: JSONOutput

  /// Nil unless the node is a string or an integer.
  init?(_ node: JSONNode) {
    output = JSONOutput(node)
    switch output {
    case .string, .int: break
    default: return nil
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(output.compact) }
}
