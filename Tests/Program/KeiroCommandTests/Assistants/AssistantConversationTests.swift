import JSONSyntax
import ProgramSupport
import Synchronization
import Testing

@testable import KeiroCommand

/// Conversations with an assistant: the same answers as the commands give, from a store and from a
/// server, however the bytes are split.
struct AssistantConversationTests {
  private static let begin =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#

  private static func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","#
      + #""arguments":\#(arguments)}}"#
  }

  /// The answers to some lines, by their ids.
  private func converse(
    _ lines: [String], _ desk: AssistantDesk, writes: Bool = true, pieces: Int = .max
  ) throws -> [Int: JSONNode] {
    let answers = Mutex<[String]>([])
    let conversation = AssistantConversation(desk, writes: writes) { line in
      answers.withLock { $0.append(line) }
    }
    var bytes = Array(([Self.begin] + lines).map { $0 + "\n" }.joined().utf8)[...]
    while !bytes.isEmpty {
      conversation.take(Array(bytes.prefix(pieces)))
      bytes = bytes.dropFirst(pieces)
    }
    conversation.finish()
    var found: [Int: JSONNode] = [:]
    for line in answers.withLock(\.self) {
      #expect(!line.contains("\n"))
      let root = try JSONDocument(parsing: Array(line.utf8)).root
      #expect(root.text("jsonrpc") == "2.0")
      if let id = root.number("id") { found[id] = root.member("result") ?? root.member("error") }
    }
    return found
  }

  private func desk(_ fixture: StoreFixture) -> AssistantDesk {
    AssistantDesk(environment: ["KEIRO_CONFIG": fixture.configuration], now: RemotePair.start)
  }

  private static let aasa =
    #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.example"],"components":[{"/":"/a/*"}]}]}}"#

  /// Tools with arguments, and the equivalent command lines.
  private static let questions: [(tool: String, arguments: String, command: [String])] = [
    (
      "explain", #"{"url":"https://a.example/s/spring","ios":"17.0","from":"mail"}"#,
      ["explain", "--ios", "17.0", "--from", "mail", "https://a.example/s/spring"]
    ),
    (
      "explain", #"{"url":"https://a.example/s/spring","matrix":true}"#,
      ["explain", "--matrix", "https://a.example/s/spring"]
    ),
    ("explain", #"{"all":true,"only":"fault"}"#, ["explain", "--all", "--only", "fault"]),
    ("explain", #"{"url":"https://a.example/s/x"}"#, ["explain", "https://a.example/s/x"]),
    (
      "links", #"{"host":"a.example","limit":1}"#,
      ["links", "list", "--host", "a.example", "--limit", "1"]
    ),
    ("links", #"{"search":"nothing","tag":null}"#, ["links", "list", "--search", "nothing"]),
    (
      "stats", #"{"by":"platform","since":"7d"}"#,
      ["stats", "--by", "platform", "--since", "7d"]
    ),
    (
      "link_add",
      #"{"url":"https://e.example/2","host":"a.example","slug":"two","max-clicks":3,"tag":["t","u"]}"#,
      [
        "links", "add", "--host", "a.example", "--slug", "three", "--max-clicks", "3", "--tag", "t",
        "--tag", "u", "https://e.example/2",
      ]
    ),
    (
      "link_add", #"{"url":"javascript:0","host":"a.example","slug":"bad"}"#,
      ["links", "add", "--host", "a.example", "--slug", "bad", "javascript:0"]
    ),
    (
      "link_edit", #"{"link":"https://a.example/s/none","name":"N"}"#,
      ["links", "edit", "--name", "N", "https://a.example/s/none"]
    ),
    ("links", #"{"host":"unserved.example"}"#, ["links", "list", "--host", "unserved.example"]),
  ]

  @Test func `a tool answers as its command does, from a store and from a server`() throws {
    let pair = try RemotePair()
    let token = pair.token(["admin"])
    pair.prepare(["links", "add", "--host", "a.example", "--slug", "x", "https://e.example/1"])
    for (index, question) in Self.questions.enumerated() {
      for isThere in [false, true] {
        let result =
          isThere
          ? try pair.runThere(question.command + ["--json"], token: token)
          : try pair.runHere(question.command + ["--json"])
        let environment = isThere ? pair.thereEnvironment(token) : pair.hereEnvironment
        let desk = AssistantDesk(environment: environment, now: RemotePair.start)
        let answer = try #require(
          try converse([Self.call(1, question.tool, question.arguments)], desk)[1])
        let command = try result.document
        let value = try #require(answer.member("structuredContent"), "\(index)")
        let compact = JSONOutput(value).compact.replacing("/two", with: "/three")
          .replacing(#""two""#, with: #""three""#)
        #expect(compact == JSONOutput(command).compact, "\(question)")
        #expect(answer.member("isError")?.bool == (command.member("error") != nil))
        let text = answer.member("content")?.array?.first?.text("text")
        #expect(text == JSONOutput(value).compact)
      }
    }
  }

  @Test func `files come as their texts, and no file is read`() throws {
    let fixture = try StoreFixture()
    let path = try fixture.folder.write(Self.aasa, to: "aasa.json")
    let quoted = JSONOutput.string(Self.aasa).compact
    let answers = try converse(
      [
        Self.call(1, "match", #"{"aasa":\#(quoted),"urls":["/a/b","https://a.example/c"]}"#),
        Self.call(2, "validate", #"{"file":\#(Self.aasa)}"#),
        Self.call(3, "diff", #"{"old":"{\"applinks\":{}}","new":\#(quoted)}"#),
        Self.call(4, "validate", #"{"file":"\#(path)"}"#),
        Self.call(5, "match", #"{"aasa":"","urls":["/a"]}"#),
      ], desk(fixture))
    let command = fixture.run("match", "--aasa", path, "--json", "/a/b", "https://a.example/c")
    let expected = try command.document
    #expect(
      answers[1]?.member("structuredContent").map { JSONOutput($0).compact }
        == JSONOutput(expected).compact)
    #expect(answers[2]?.member("structuredContent")?.member("files")?.array?.count == 1)
    #expect(answers[3]?.member("isError")?.bool == false)
    let content = answers[4]?.member("structuredContent").map { JSONOutput($0).compact } ?? ""
    #expect(content.contains("json-syntax") && !content.contains("A1B2C3D4E5"), "\(content)")
    #expect(answers[5]?.member("isError") != nil)
  }

  @Test func `wrong arguments are told to the assistant, as the command tells them`() throws {
    let fixture = try StoreFixture()
    let cases: [(String, String, String)] = [
      ("explain", #"{"ios":"x","url":"https://a.example/"}"#, "option '--ios' has the value 'x'"),
      ("explain", #"{"ulr":"x"}"#, "there is no argument 'ulr': did you mean 'url'?"),
      ("explain", #"{"config":"/etc/passwd"}"#, "there is no argument 'config'"),
      ("explain", #"{"url":"a","url":"b"}"#, "the argument 'url' is given twice"),
      ("explain", #"{"matrix":"yes"}"#, "'matrix' is a string: expected true"),
      ("explain", #"{"url":{}}"#, "'url' is an object: expected a text"),
      ("explain", "{}", "an operand is missing"),
      ("explain", #"{"url":"--help"}"#, "operand '--help' is not a URL"),
      ("stats", #"{"by":"--config=/etc/passwd"}"#, "option '--by' has the value"),
      ("match", #"{"urls":[]}"#, "option '--aasa' is missing"),
      ("links", #"{"limit":0}"#, "option '--limit' has the value '0'"),
      (
        "link_add", #"{"url":"https://e.example/","password-file":"/etc/passwd"}"#,
        "there is no argument 'password-file'"
      ),
    ]
    let lines = cases.enumerated().map { Self.call($0.offset + 1, $0.element.0, $0.element.1) }
    let answers = try converse(lines, desk(fixture))
    for (index, expected) in cases.enumerated() {
      let answer = try #require(answers[index + 1])
      #expect(answer.member("isError")?.bool == true)
      let text = answer.member("content")?.array?.first?.text("text") ?? ""
      #expect(text.hasPrefix(expected.2), "\(text)")
    }
  }

  @Test(arguments: [1, 7, 4096])
  func `bytes may come in any pieces`(_ pieces: Int) throws {
    let fixture = try StoreFixture()
    let lines = [Self.call(1, "links", "{}"), "", "broken", Self.call(2, "links", "{}")]
    let answers = try converse(lines, desk(fixture), pieces: pieces)
    #expect(answers.keys.sorted() == [0, 1, 2])
    #expect(answers[1].map { JSONOutput($0).compact } == answers[2].map { JSONOutput($0).compact })
  }

  @Test func `writes nothing unless it was told to`() throws {
    let fixture = try StoreFixture()
    let call = Self.call(1, "link_add", #"{"url":"https://e.example/","slug":"x"}"#)
    let refused = try converse([call], desk(fixture), writes: false)
    #expect(refused[1]?.number("code") == -32602)
    #expect(fixture.run("links", "show", "--host", "a.example", "x").code == .negative)
    let made = try converse(
      [Self.call(1, "link_add", #"{"url":"https://e.example/","slug":"x","host":"a.example"}"#)],
      desk(fixture))
    #expect(made[1]?.member("isError")?.bool == false)
    #expect(fixture.run("links", "show", "--host", "a.example", "x").code == .done)
  }

  @Test func `lists are bounded, and a token's reach holds`() throws {
    let pair = try RemotePair()
    let admin = pair.token(["admin"])
    let bound = pair.token(["links:read"], host: "b.example")
    let path = "file.ndjson"
    let rows = (0..<300).map {
      #"{"host":"a.example","slug":"n\#($0)","url":"https://e.example/\#($0)"}"#
    }
    try pair.write(rows.joined(separator: "\n"), to: path)
    _ = try pair.runThere(
      ["links", "import", "--format", "ndjson", "--apply", "{folder}/" + path], token: admin)
    func count(_ arguments: String, _ token: String) throws -> Int? {
      let desk = AssistantDesk(environment: pair.thereEnvironment(token), now: RemotePair.start)
      return try converse([Self.call(1, "links", arguments)], desk)[1]?
        .member("structuredContent")?.member("links")?.array?.count
    }
    #expect(try count("{}", admin) == 50 && count(#"{"limit":5000}"#, admin) == 200)
    #expect(try count("{}", bound) == 0)
    let desk = AssistantDesk(environment: pair.thereEnvironment(bound), now: RemotePair.start)
    let answer = try converse(
      [Self.call(1, "explain", #"{"url":"https://a.example/s/n1"}"#)], desk)[1]
    #expect(answer?.member("isError")?.bool == true)
  }

  @Test func `says why a link does not open the app`() throws {
    let fixture = try StoreFixture()
    let answer = try converse(
      [Self.call(1, "explain", #"{"url":"https://c.example/","ios":"18.0","app":"absent"}"#)],
      desk(fixture))[1]?.member("structuredContent")
    #expect(answer?.member("opens")?.bool == false)
    #expect(answer?.member("steps")?.array?.isEmpty == false)
  }
}
