import JSONSyntax
import Testing

@testable import KeiroCommand

/// The session's answers to the lines of a client, according to the published revisions of the
/// protocol.
struct AssistantSessionTests {
  private static let readers = AssistantTool.all.filter { !$0.writes }

  private func begun(_ version: String = "2025-11-25") -> AssistantSession {
    var session = AssistantSession(tools: Self.readers)
    _ = session.take(
      Array(
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(version)"}}"#
          .utf8))
    return session
  }

  /// The answers to a line; calls and cancellations by their names.
  private func answers(_ line: String, _ session: inout AssistantSession) -> [String] {
    session.take(Array(line.utf8)).map(Self.text)
  }

  private static func text(_ action: AssistantAction) -> String {
    switch action {
    case .answer(let answer): answer.compact
    case .call(let call):
      "call \(call.tool.name) \(call.arguments.map(\.name)) \(call.isStateless)"
    case .cancel(let id): "cancel \(id.output.compact)"
    case .batch(let actions): "batch \(actions.map(text))"
    }
  }

  private func error(_ line: String, _ session: inout AssistantSession) -> Int? {
    guard let answer = answers(line, &session).first,
      let root = try? JSONDocument(parsing: Array(answer.utf8)).root
    else { return nil }
    return root.member("error")?.number("code")
  }

  @Test(arguments: [
    ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
    ("2025-11-25", "2025-11-25"), ("2099-01-01", "2025-11-25"), ("", "2025-11-25"),
  ])
  func `agrees on a revision that both sides know`(_ wanted: String, _ agreed: String) {
    #expect(begun(wanted).version == agreed)
  }

  @Test func `says who it is and what it has once, and nothing else before`() throws {
    var session = AssistantSession(tools: Self.readers)
    #expect(error(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, &session) == -32602)
    #expect(
      answers(#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#, &session)
        == [#"{"jsonrpc":"2.0","id":"p","result":{}}"#])
    #expect(
      error(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, &session) == -32602)
    let line =
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#
    let answer = try #require(answers(line, &session).first)
    let result = try JSONDocument(parsing: Array(answer.utf8)).root.member("result")
    #expect(result?.text("protocolVersion") == "2025-06-18")
    #expect(result?.member("capabilities")?.member("tools") != nil)
    #expect(result?.member("serverInfo")?.text("name") == "keiro")
    #expect(error(line, &session) == -32600)
    #expect(
      answers(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, &session).isEmpty)
  }

  @Test(arguments: [
    ("", -32700), ("garbage", -32700), ("{", -32700), ("\u{FF}", -32700), ("1", -32600),
    ("{}", -32600), ("[]", -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"link_add"}}"#, -32602),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"links","arguments":[]}}"#,
      -32602
    ),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602),
    (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
  ])
  func `refuses what is no message, with its code, and goes on`(_ line: String, _ code: Int) {
    var session = begun()
    #expect(error(line, &session) == code, "\(line)")
    #expect(
      answers(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#, &session)
        == [#"{"jsonrpc":"2.0","id":2,"result":{}}"#])
  }

  @Test func `refuses a line that is too long or too deep`() {
    var session = begun()
    guard case .answer(let answer)? = session.take(nil).first else {
      Issue.record("no answer")
      return
    }
    #expect(answer.compact.contains("-32600"))
    let deep = String(repeating: "[", count: 100_000)
    #expect(error(deep, &session) == -32700)
    #expect(error(#"{"jsonrpc":"2.0","id":1,"x":"# + deep, &session) == -32700)
  }

  @Test func `passes over notifications and answers to nothing`() {
    var session = begun()
    for line in [
      #"{"jsonrpc":"2.0","method":"notifications/progress","params":{}}"#,
      #"{"jsonrpc":"2.0","method":"tools/list"}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
    ] {
      #expect(answers(line, &session).isEmpty, "\(line)")
    }
    #expect(
      answers(
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}"#,
        &session) == [#"cancel "a""#])
  }

  @Test func `takes an array where the revision has them`() {
    var session = begun("2025-03-26")
    let line = """
      [{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},\
      {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"links","arguments":{"tag":"t"}}},3]
      """
    #expect(
      answers(line, &session) == [
        #"batch ["{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "call links [\"tag\"] false", "#
          + #""{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,"#
          + #"\"message\":\"the message is none of JSON-RPC 2.0\"}}"]"#
      ])
    let many = (0..<101).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# }
    #expect(error("[" + many.joined(separator: ",") + "]", &session) == -32600)
  }

  @Test func `answers requests that carry their revision without any beginning`() throws {
    var session = AssistantSession(tools: Self.readers)
    func line(_ method: String, _ version: String = "2026-07-28") -> String {
      #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"name":"links","_meta":"#
        + #"{"io.modelcontextprotocol/protocolVersion":"\#(version)"}}}"#
    }
    let discovered = try #require(answers(line("server/discover"), &session).first)
    let result = try JSONDocument(parsing: Array(discovered.utf8)).root.member("result")
    #expect(result?.texts("supportedVersions") == ["2026-07-28"])
    #expect(result?.text("resultType") == "complete" && result?.number("ttlMs") != nil)
    #expect(
      result?.member("_meta")?.member("io.modelcontextprotocol/serverInfo")?.text("name") == "keiro"
    )
    #expect(answers(line("tools/list"), &session).first?.contains("cacheScope") == true)
    #expect(answers(line("tools/call"), &session) == ["call links [] true"])
    #expect(error(line("ping"), &session) == -32601)
    #expect(error(line("tools/list", "2027-01-01"), &session) == -32022)
    #expect(error(line("server/discover", "2025-11-25"), &session) == -32022)
  }

  @Test func `lists tools with schemas of the commands' own options`() throws {
    #expect(
      AssistantTool.all.map(\.name) == [
        "explain", "match", "validate", "diff", "doctor", "links", "stats", "link_add", "link_edit",
      ])
    for tool in AssistantTool.all {
      let specification = try #require(tool.specification, "\(tool.name)")
      let node = JSONNode(tool.description)
      let schema = try #require(node.member("inputSchema"))
      let properties = try #require(schema.member("properties")?.object)
      #expect(properties.map(\.name) == tool.arguments.map(\.name))
      #expect(properties.allSatisfy { $0.node.text("description")?.isEmpty == false })
      #expect(node.member("annotations")?.member("readOnlyHint")?.bool == !tool.writes)
      // Only options that the command has are withheld.
      let known = Set(specification.options.map(\.name))
      #expect(known.isSuperset(of: tool.withheld + tool.documents), "\(tool.name)")
      let names = Set(tool.arguments.map(\.name))
      for word in ["config", "server", "token-file", "insecure", "json", "password-file", "cacert"]
      {
        #expect(!names.contains(word), "\(tool.name)")
      }
      #expect(tool.operands.count >= (specification.operands.count.lowerBound == 0 ? 0 : 1))
    }
    let explain = try #require(AssistantTool.all.first)
    let properties = JSONNode(explain.description).member("inputSchema")?.member("properties")
    #expect(properties?.member("matrix")?.text("type") == "boolean")
    #expect(properties?.member("from")?.texts("enum").contains("messages") == true)
  }
}
