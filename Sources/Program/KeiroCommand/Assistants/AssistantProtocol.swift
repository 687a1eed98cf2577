import JSONSyntax

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

  /// Error codes of JSON-RPC, and one of our own.
  enum Code: Int {
    case notJSON = -32700
    case notRequest = -32600
    case noMethod = -32601
    case wrongParameters = -32602
    case wrongVersion = -32022
    /// A code in the range that JSON-RPC reserves for servers.
    case busy = -32000
  }

  static let server = JSONOutput.object([
    .init("name", .string("keiro")), .init("title", .string("Keiro")),
    .init("version", .string(keiroVersion)),
  ])

  static let capabilities = JSONOutput.object([.init("tools", .object([]))])

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
    _ id: AssistantRequestID, _ members: [JSONOutput.Member], isStateless: Bool
  ) -> JSONOutput {
    let more: [JSONOutput.Member] = [
      .init("resultType", .string("complete")), .init("_meta", .object([.init(serverKey, server)])),
    ]
    return message(id, .init("result", .object(members + (isStateless ? more : []))))
  }

  /// - Parameter id: nil if the request's identifier could not be read.
  static func error(
    _ id: AssistantRequestID?, _ code: Code, _ sentence: String, data: JSONOutput? = nil
  ) -> JSONOutput {
    message(
      id,
      .init(
        "error",
        .object(
          [.init("code", .int(code.rawValue)), .init("message", .string(sentence))]
            + (data.map { [.init("data", $0)] } ?? []))))
  }

  private static func message(
    _ id: AssistantRequestID?, _ content: JSONOutput.Member
  ) -> JSONOutput {
    .object([.init("jsonrpc", .string("2.0")), .init("id", id?.output ?? .null), content])
  }
}

/// The identifier that a client gives to a request.
enum AssistantRequestID: Hashable, Sendable {
  case number(Int)
  case text(String)

  /// Nil unless the node is a string or an integer.
  init?(_ node: JSONNode) {
    switch node.value {
    case .string(let text): self = .text(text)
    case .number(let text):
      guard let number = Int(text) else { return nil }
      self = .number(number)
    default: return nil
    }
  }

  var output: JSONOutput {
    switch self {
    case .number(let number): .int(number)
    case .text(let text): .string(text)
    }
  }
}
