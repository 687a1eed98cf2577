import ProgramSupport
import SmallServer
import Testing

@testable import KeiroCommand

struct AddressListCommandTests {
  private static func answer(_ request: String) -> String {
    let path = request.split(separator: " ").dropFirst().first ?? ""
    let head =
      switch path {
      case "/robots.txt": "404 None\r\n"
      case "/s/a": "301 Moved\r\nLocation: https://e.example/a\r\n"
      case "/s/b": "302 Found\r\nLocation: https://e.example/b?x=1\r\n"
      case "/s/elsewhere": "301 Moved\r\nLocation: https://other.example/\r\n"
      case "/s/page": "200 OK\r\n"
      default: "404 None\r\n"
      }
    return "HTTP/1.1 \(head)Content-Length: 0\r\nConnection: close\r\n\r\n"
  }

  @Test func `takes links over from a service that redirects them, and asks nothing twice`() throws
  {
    let server = try #require(SmallServer(answer: Self.answer))
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let configuration = try folder.write(
      """
      { "store": { "sqlite": "keiro.db" },
        "outgoing": { "allowNetworks": ["127.0.0.1"], "allowPlainHTTP": true },
        "sites": [ { "hosts": ["a.example"], "destinationHosts": ["e.example"],
          "shortLinks": { "prefix": "/s/" } } ] }
      """, to: "keiro.json")
    let names = ["a", "b", "a", "page", "gone", "elsewhere"]
    let list = names.map { "http://127.0.0.1:\(server.port)/s/\($0)\n" }.joined() + "nothing\n"
    let file = try folder.write(list, to: "list.txt")
    let answers = folder.path + "/answers"
    func run(_ more: [String]) -> CommandResult {
      keiro(
        ["links", "import", "--format", "url-list", "--as", "a.example", "--rate", "50", file]
          + more,
        environment: ["KEIRO_CONFIG": configuration]
      ).replacing("http://127.0.0.1:\(server.port)", with: "OLD")
    }
    #expect(run(["--answers", "-"]).code == .wrongUsage)
    let dry = run(["--answers", answers])
    #expect(dry.code == .negative)
    #expect(
      dry.output == """
        would create 2, update 0, leave 0 unchanged, reject 5
        rejected (these rows are not taken):
          line 3 OLD/s/a: the link is already in line 1, and the first counts
          line 4 OLD/s/page: the old service shows a page instead of a redirect: it may ask \
        for a password, or warn
          line 5 OLD/s/gone: the old service does not know it
          line 6 OLD/s/elsewhere: url: 'https://other.example/' is not a destination: the \
        host 'other.example' is not among the site's destinationHosts: expected e.example
          line 7 nothing: 'nothing' is not a short URL

        """)
    #expect(server.asked.count == 6)
    let real = run(["--answers", answers, "--apply"])
    #expect(real.output.hasPrefix("created 2, updated 0, unchanged 0, rejected 5\n"))
    #expect(server.asked.count == 6)
    let again = run(["--apply"])
    #expect(
      again.output.hasPrefix(
        """
        created 0, updated 0, unchanged 2, rejected 5
        note: 2 links are here already and were not asked for: --overwrite asks again

        """))
    // The robots file, and the three addresses without a link.
    #expect(server.asked.count == 10)
  }
}
