import KeiroCommand
import ProgramSupport
import SmallServer
import Testing

/// The store or server that commands use, and the servers to which they send the token.
struct KeiroLocationTests {
  private static let server = ["KEIRO_SERVER": "https://keiro.example", "KEIRO_TOKEN": "t"]

  @Test func `a configuration that is named wins over the server of the environment`() throws {
    let fixture = try StoreFixture()
    let result = keiro(
      ["links", "list", "--config", fixture.configuration], environment: Self.server)
    #expect(result.code == .done && result.output.contains("a.example/s/spring"))
  }

  @Test func `looks of doctor from here do not go with a server`() {
    let result = keiro(["doctor", "--private"], environment: Self.server)
    #expect(result.code == .wrongUsage && result.error.contains("'--private' and '--server'"))
  }

  @Test func `the token goes to the server that is named and into no message`() throws {
    let server = try #require(
      SmallServer { _ in
        "HTTP/1.1 301 Moved\r\nLocation: http://localhost:1/\r\nContent-Length: 0\r\n\r\n"
      })
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let file = try folder.write("keiro_secret\n", to: "token")
    let url = "http://127.0.0.1:\(server.port)/"
    let result = keiro(["tokens", "list", "--server", url, "--token-file", file])
    #expect(result.code == .environmentFailed)
    #expect(
      result.error
        == "keiro tokens list: 'http://127.0.0.1:\(server.port)' answered 301 without a word of Keiro's: "
        + "expected the address of its management listener\n")
    #expect(server.asked.count == 1)
    #expect(server.asked[0].contains("\r\nAuthorization: Bearer keiro_secret\r\n"))
  }

  @Test(arguments: ["", "\n \n", "kei\u{E4}ro\n"])
  func `a file without a token is told`(_ text: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "token")
    let result = keiro(
      ["links", "list", "--server", "http://localhost:9", "--token-file", file])
    #expect(result.code == .negative)
    #expect(
      result.error
        == "keiro links list: no token found in --token-file or KEIRO_TOKEN: expected "
        + "one line such as 'keiro tokens create' prints\n")
  }
}
