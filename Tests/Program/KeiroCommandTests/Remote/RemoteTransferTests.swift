import KeiroCommand
import ProgramSupport
import SmallServer
import Synchronization
import Testing

/// Imports and exports over a connection that breaks.
struct RemoteTransferTests {
  private static func answer(_ status: String, _ body: String, _ fields: String = "") -> String {
    "HTTP/1.1 \(status)\r\n\(fields)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
      + body
  }

  private func run(_ server: SmallServer, _ arguments: [String]) -> CommandResult {
    keiro(
      arguments,
      environment: [
        "KEIRO_SERVER": "http://127.0.0.1:\(server.port)", "KEIRO_TOKEN": "keiro_x",
      ])
  }

  @Test func `an export asks again for the page on which the connection was cut`() throws {
    let isFirst = Atomic(true)
    let server = try #require(
      SmallServer { request in
        guard request.contains("cursor=7&") else {
          return Self.answer("200 OK", "first\n", "Keiro-Next-Cursor: 7\r\n")
        }
        return isFirst.exchange(false, ordering: .relaxed)
          ? "" : Self.answer("200 OK", "second\n")
      })
    defer { server.stop() }
    let result = run(server, ["links", "export", "--format", "ndjson"])
    #expect(result == CommandResult(code: .done, output: "first\nsecond\n", error: ""))
    #expect(server.asked.count == 3)
  }

  @Test func `a server that has forgotten the beginning of a file gets it anew`() throws {
    let problem = #"{"type":"urn:keiro:problem:upload-lost","status":409,"detail":"lost"}"#
    let report =
      #"{"created":1,"updated":0,"unchanged":2,"kept":0,"rejected":0,"problems":[],"#
      + #""untoldProblems":7,"notes":["n"]}"#
    let folder = try TemporaryFolder()
    let file = try folder.write("{}\n", to: "links.ndjson")
    let isFirst = Atomic(true)
    let server = try #require(
      SmallServer { _ in
        isFirst.exchange(false, ordering: .relaxed)
          ? Self.answer("409 Conflict", problem) : Self.answer("200 OK", report)
      })
    defer { server.stop() }
    let result = run(
      server, ["links", "import", "--format", "ndjson", "--apply", "--clicks", file])
    #expect(result.code == .done)
    let told = "created 1, updated 0, unchanged 2, rejected 0\nnote: n\nand 7 more problems\n"
    #expect(result.output == told)
    #expect(server.asked.count == 2)
    for request in server.asked {
      #expect(
        request.hasPrefix("POST /v1/import?format=ndjson&clicks=true&offset=0 HTTP/1.1\r\n"))
    }
    let keys = server.asked.compactMap { request in
      request.split(separator: "\r\n").first { $0.hasPrefix("Idempotency-Key: ") }
    }
    #expect(Set(keys).count == 2)
  }
}
