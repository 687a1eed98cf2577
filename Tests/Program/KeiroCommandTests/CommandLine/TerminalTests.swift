import Dispatch
import Doctor
import Glibc
import JSONSyntax
import ProgramSupport
import RandomCases
import SmallServer
import Testing
import WebSyntax

@testable import KeiroCommand

/// Foreign text on a terminal: documents of anyone, answers of a server, names of files.
@Suite struct TerminalTests {
  private static let hidden: [Unicode.Scalar] = [
    "\n", "\r", "\t", "\u{1}", "\u{7}", "\u{8}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{9D}",
    "\u{200B}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}",
    "\u{2069}", "\u{FEFF}",
  ]
  private static let samples = [
    "94VJUJ8B7P.a", "/a/*", "applinks", "?*", "https://a.example/s/x", "a.example", "x", "*", "é",
    "2026-01-01T00:00:00Z", "warning", "ios", "web", "links:read", "",
  ]

  /// Replaces each `@` of a document by random text as it stands in JSON.
  private static func filled(_ template: String, _ dice: inout Dice) -> String {
    var text = ""
    for (index, part) in template.split(
      separator: "@", omittingEmptySubsequences: false
    ).enumerated() {
      if index > 0 { text += JSONOutput.string(foreign(&dice)).compact.dropFirst().dropLast() }
      text += part
    }
    return text
  }

  /// A sample with hidden characters, and with a line that pretends to be another.
  private static func foreign(_ dice: inout Dice) -> String {
    var text = dice.pick(samples)
    for _ in 0..<dice.roll(0...3) { text.unicodeScalars.append(dice.pick(hidden)) }
    if dice.once(in: 3) { text += "\nFORGED" }
    if dice.once(in: 3) { text += "\u{1B}[31m" + dice.pick(samples) }
    return text
  }

  /// Expects that line feeds at the ends of lines are all that a terminal would act on.
  private static func expectTame(
    _ result: CommandResult, _ what: [String], _ location: SourceLocation = #_sourceLocation
  ) {
    for text in [result.output, result.error] {
      let found = text.unicodeScalars.filter { $0.isHidden && $0 != "\n" }
      #expect(found.isEmpty, "\(what): \(text.onOneLine)", sourceLocation: location)
      let isForged = text.split(separator: "\n").contains { $0.hasPrefix("FORGED") }
      #expect(!isForged, "\(what): \(text.onOneLine)", sourceLocation: location)
    }
  }

  private static let associations = [
    ##"{"applinks":{"@":1,"apps":["@"],"details":[{"appIDs":["@","94VJUJ8B7P.a"],"@":2,"components":[{"/":"@","?":{"@":"@"},"#":"@","comment":"@"},{"/":"@","exclude":"@"},{"/":"/a/*"},{"/":"/a/b"}]}],"substitutionVariables":{"@":["@"]}},"webcredentials":{"apps":["@"]},"@":{}}"##,
    ##"{"applinks":{"apps":[],"details":[{"appID":"@","paths":["@","NOT @"]}]}}"##,
    ##"[{"relation":["@","delegate_permission/common.handle_all_urls"],"target":{"namespace":"@","package_name":"@","sha256_cert_fingerprints":["@"],"site":"@"},"@":1}]"##,
    ##"{"@":"@","applinks":{"details":[{"appIDs":["@"],}]}}"##,
  ]
  private static let configuration = #"""
    { "server": { "listen": ["@"], "@": 1 }, "@": "@",
      "apps": { "@": { "name": "@", "apple": { "appIDs": ["@"] } } },
      "sites": [ { "hosts": ["@"], "title": "@", "routes": [ { "/": "@", "@": "@", "app": "@" } ],
        "shortLinks": { "prefix": "@", "links": { "@": { "url": "@", "@": "@" } } } } ] }
    """#
  private static let files: [(template: String, commands: [[String]])] =
    associations.map {
      (
        $0,
        [
          ["validate"], ["match", "https://a.example/a/b"], ["diff"],
          ["validate", "--format=github"],
        ]
      )
    } + [
      (configuration, [["check", "--config"], ["check", "--format=github", "--config"]]),
      (
        #"{"@":"@","aps":"@","title":"@","sender":{"@":"@","name":"@"},"url":"@"}"#,
        [["notification"]]
      ),
    ]

  @Test func `a file of anyone and its name reach the terminal without hidden characters`() throws {
    var dice = Dice(seed: CaseSeed.value)
    let folder = try TemporaryFolder()
    for round in 0..<5 {
      for (template, commands) in Self.files {
        let name = "f\(round)\u{1B}[2J\nFORGED\u{202E}.json"
        let file = try folder.write(Self.filled(template, &dice), to: name)
        for command in commands {
          var arguments = command
          let isSecond = ["match", "diff"].contains(command[0])
          arguments.insert(contentsOf: isSecond ? [file] : [], at: 1)
          if command[0] == "match" { arguments.insert("--aasa", at: 1) }
          if command[0] == "diff" { arguments = ["diff", file, file] }
          if !isSecond { arguments.append(file) }
          let recorder = keiro(arguments)
          Self.expectTame(recorder, arguments)
        }
      }
    }
  }

  private static let answer = #"""
    { "links": [ { "host": "@", "slug": "@", "shortURL": "@", "url": "@", "name": "@", "@": "@",
          "owner": "@", "tags": ["@", "@"], "social": { "title": "@" }, "clicks": 3,
          "health": { "state": "@", "location": "@" }, "source": "@",
          "warnings": [ { "field": "@", "message": "@" } ],
          "link": { "shortURL": "@", "url": "@" }, "actor": { "kind": "@", "id": "@", "name": "@" },
          "time": "@" } ],
      "shortURL": "@", "url": "@", "name": "@", "@": "@", "owner": "@", "tags": ["@"],
      "warnings": [ { "field": "@", "message": "@" } ],
      "versions": [ { "version": 1, "time": "@", "actor": { "kind": "@", "id": "@", "name": "@" },
          "action": "@", "fields": ["@"], "link": { "url": "@" } } ],
      "tokens": [ { "id": "@", "createdAt": "@", "scopes": ["@"], "name": "@", "hosts": ["@"],
          "usedAt": "@", "revokedAt": "@" } ],
      "people": [ { "id": "@", "name": "@", "role": "@", "provider": "@", "hosts": ["@"] } ],
      "webhooks": [ { "id": "@", "url": "@", "types": ["@"], "hosts": ["@"], "description": "@",
          "disabledAt": "@", "disabledReason": "@" } ],
      "deliveries": [ { "id": 1, "timestamp": "@", "type": "@", "state": "@",
          "attempts": [ { "error": "@" } ], "nextAttempt": "@" } ],
      "entries": [ { "time": "@", "actor": { "kind": "@", "id": "@", "name": "@" }, "action": "@",
          "host": "@", "slug": "@", "token": "@", "person": "@", "fields": ["@"] } ],
      "rows": [ { "name": "@", "clicks": 1 }, { "name": "@", "clicks": 2 } ], "note": "@",
      "hosts": [ { "host": "@", "reached": true,
          "checks": [ { "id": "dns", "verdict": "fail", "evidence": "@", "help": "@" } ] } ],
      "reached": true, "id": "@", "secret": "@", "token": "@", "scopes": ["@"] }
    """#
  private static let problem = #"""
    { "type": "@", "title": "@", "detail": "@", "errors": [ { "field": "@", "detail": "@" } ] }
    """#
  private static let questions = [
    ["links", "list"], ["links", "deleted"], ["links", "show", "a.example/x"],
    ["links", "history", "a.example/x"], ["links", "add", "https://a.example/"],
    ["links", "edit", "a.example/x", "--name", "n"], ["tokens", "list"], ["people", "list"],
    ["webhooks", "list"], ["webhooks", "deliveries", "wh_1"], ["audit"], ["stats"],
    ["stats", "--by", "referrer"], ["doctor", "a.example"],
  ]

  @Test func `the answers of a server reach the terminal without hidden characters`() throws {
    var dice = Dice(seed: CaseSeed.value)
    for (template, status) in [(Self.answer, "200 OK"), (Self.problem, "422 Refused")] {
      let body = Self.filled(template, &dice)
      let server = try #require(
        SmallServer { _ in
          "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        })
      defer { server.stop() }
      let address = "http://127.0.0.1:\(server.port)"
      for question in Self.questions {
        for form in [[], ["--json"]] {
          let recorder = keiro(
            question + form + ["--server", address], environment: ["KEIRO_TOKEN": "t"])
          Self.expectTame(recorder, question + form)
          #expect(!(recorder.output + recorder.error).isEmpty, "\(question)")
        }
      }
    }
  }

  @Test func `arguments come back without hidden characters`() {
    for text in Self.hidden.map({ "a\($0)b" }) + ["\nFORGED", "\u{1B}[2J"] {
      for arguments in [
        [text], ["--" + text], ["validate", text], ["check", "--config", text], ["match", text],
        ["explain", text, "--config", text], ["links", "show", text, "--config", text],
        ["diff", text, text], ["links", "import", text, "--config", text], ["help", text],
        ["association", "--host", text, "--config", text], ["doctor", "--entitlements", text, "x"],
        ["check", "--json", text], ["explain", "--json", "--config", text, text],
      ] {
        let result = keiro(arguments)
        #expect(result.code != .done)
        Self.expectTame(result, arguments)
      }
    }
  }

  @Test func `emphasis is Keiro's alone, and lines of the log are single ones`() {
    let recorder = ConsoleRecorder()
    let console = Console(colours: { _ in true }) { stream, bytes in
      recorder.console.write(verbatim: bytes, to: stream)
      return true
    }
    console.print(styled: "\("a\u{1B}[0m\n", .error): b\u{9B}")
    #expect(recorder.output == "\u{1B}[1;31ma\\u{1b}[0m\\u{a}\u{1B}[0m: b\\u{9b}\n")
    console.timed { 0 }.note("keiro: a\nFORGED")
    #expect(recorder.error == "1970-01-01T00:00:00Z keiro: a\\u{a}FORGED\n")
  }

  @Test func `lines of a server have their time, results have none`() {
    let recorder = ConsoleRecorder()
    let console = recorder.console.timed { 1_795_312_800 }
    console.note("keiro: serving on 127.0.0.1:8080")
    console.print("result")
    #expect(recorder.error == "2026-11-22T02:00:00Z keiro: serving on 127.0.0.1:8080\n")
    #expect(recorder.output == "result\n")
  }

  @Test func `a reader of messages who has stopped reading holds up no server`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0, dup2(ends[1], STDERR_FILENO) >= 0 else { exit(2) }
      alarm(60)
      let console = Console.standard(environment: [:]).waitingForNobody()
      // More than a pipe takes, at once from several threads, and a line that is longer.
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        for _ in 0..<5000 { console.note(String(repeating: "x", count: 99)) }
      }
      console.note(String(repeating: "x", count: 1 << 20))
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      guard read(ends[0], &bytes, bytes.count) > 0 else { exit(3) }
      console.note("read")
      let count = read(ends[0], &bytes, bytes.count)
      guard count > 0, bytes[..<count].elementsEqual("read\n".utf8) else { exit(4) }
    }
  }

  @Test func `a document stays the same document without hidden characters`() throws {
    let recorder = ConsoleRecorder()
    let text = "\u{1B}\u{7F}\u{9B}\u{202E}\u{200D}\u{2028}\u{E0001}é\u{1F98A}\\\"\n"
    recorder.console.print(.object([.init(text, .string(text))]))
    let result = CommandResult(code: .done, output: recorder.output, error: recorder.error)
    Self.expectTame(result, [])
    let root = try result.document
    #expect(root.member(text)?.string == text)
  }
}
