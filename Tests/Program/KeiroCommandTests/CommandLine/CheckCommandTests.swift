import Glibc
import CertificateSamples
import JSONSyntax
import KeiroCommand
import LinkStorage
import Links
import ProgramSupport
import SQLStorage
import SQLiteStore
import Testing
import WebSyntax

struct CheckCommandTests {
  private let folder: TemporaryFolder
  private var file: String { folder.path + "/k.json" }

  init() throws { folder = try TemporaryFolder() }

  private func check(_ text: String) throws -> CommandResult {
    keiro(["check", "--config", try folder.write(text, to: "k.json")])
  }

  @Test func `names links that open no app any more where destinations are looked at`() throws {
    let store = try SQLiteStore(path: folder.path + "/k.db")
    let now = Timestamp(secondsSinceEpoch: 1_800_000_000)
    for slug in ["item", "other"] {
      let link = ShortLink(host: "a.example", slug: slug, url: "https://a.example/\(slug)/1")
      try store.make(link, at: now)
    }
    let notes = try store.linksNeverAsked(afterID: 0, limit: 9).map { link in
      let health = LinkHealth(.ok, status: 200, location: nil, time: now, opensApp: true)
      return HealthNote(id: link.id, url: link.link.url, .seen(health, told: nil), next: now)
    }
    #expect(try waitForAnswer { store.keepHealth(notes, completion: $0) } == 2)
    store.close()
    let text = """
      { "store": { "sqlite": "k.db" }, "health": {},
        "apps": { "a": { "apple": { "appIDs": ["AAAAAAAAAA.example.app"] } } },
        "sites": [ { "hosts": ["a.example"], "shortLinks": { "prefix": "/s/" },
          "routes": [ { "/": "/item/*", "app": "a" } ] } ] }
      """
    let result = try check(text)
    let lines = result.error.split(separator: "\n").filter { $0.contains("opens no app") }
    #expect(result.code == .done)
    #expect(
      lines == [
        "\(file):3:14: warning: sites[0]: 'https://a.example/other/1' opens no app any more, but "
          + "https://a.example/s/other leads there: expected a route for it, or another destination"
      ])
    let other = try check(text.replacing("\"health\": {},", with: ""))
    #expect(other.code == .done && !other.error.contains("opens no app"))
  }

  @Test func `names tokens with which apps can make no links any more`() throws {
    let store = try SQLiteStore(path: folder.path + "/k.db")
    let hosts = ["a.example", "b.example", "c.example", "b.example", "b.example"]
    for (number, host) in hosts.enumerated() {
      var token = APIToken(
        id: "t\(number)", digest: [UInt8(number)], name: nil, scopes: ["links:create"],
        reach: HostReach(stored: host), createdAt: Timestamp(secondsSinceEpoch: 0),
        making: LinkMaking())
      if number == 3 { token.revokedAt = token.createdAt }
      if number == 4 { token.expires = token.createdAt }
      _ = try waitForAnswer { store.createToken(token, by: .service, completion: $0) }
    }
    store.close()
    let result = try check(
      """
      { "store": { "sqlite": "k.db" },
        "sites": [ { "hosts": ["a.example"], "destinationHosts": ["a.example"], "shortLinks": {} },
          { "hosts": ["b.example"], "shortLinks": {} } ] }
      """)
    let lines = result.error.split(separator: "\n").filter { $0.contains("can make no links") }
    #expect(result.code == .done && lines.count == 2, "\(result.error)")
    #expect(lines.contains { $0.contains("sites[1]: apps with the token 't1'") })
    #expect(lines.contains { $0.contains("sites: apps with the token 't2'") })
  }

  @Test func `a parameter of another router is told in the form of a route`() throws {
    let error = try check(
      """
      { "store": { "memory": true }, "apps": { "a": { "apple": { "appIDs": ["94VJUJ8B7P.jp.a"] } } },
        "sites": [ { "hosts": ["a.example"], "alternateHost": null, "routes": [
          { "/": "/menu/:id", "app": "a" }, { "/": "/x", "?": { "q": "<q>" }, "app": "a" } ] } ] }
      """
    ).error
    let told = "is not a parameter here: it matches only that literal text: expected"
    #expect(error.contains("routes[0]: apple-app-site-association: ':id' \(told) '{id}' ["))
    #expect(error.contains("routes[1]: apple-app-site-association: '<q>' \(told) '?*' ["))
  }

  @Test func `finds the places of thousands of links that each draw a warning`() throws {
    let links = (0..<3000).map { "\"s\($0)\": { \"url\": \"https://e.example/\" }" }
    let result = try check(
      """
      { "store": { "memory": true },
        "apps": { "a": { "apple": { "appIDs": ["AAAAAAAAAA.example.app"] } } },
        "sites": [ { "hosts": ["a.example", "b.example"], "routes": [ { "/": "/x", "app": "a" } ],
          "shortLinks": { "app": "a", "deferred": ["code"], "links": {
      \(links.joined(separator: ",\n")) } } } ] }
      """)
    let lines = result.error.split(separator: "\n")
    #expect(result.code == .done && lines.count == 3000)
    for (number, line) in lines.enumerated() {
      let column = "\"s\(number)\": ".count + 1
      let place = "\(file):\(number + 5):\(column): warning: sites[0].shortLinks.links.s\(number): "
      #expect(line.hasPrefix(place))
    }
  }

  @Test(arguments: ["keiro.json", "example.json"])
  func `has nothing to say of the configurations that come with keiro`(_ name: String) {
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["check", "--config", repositoryFolder + "/config/" + name]) == .done)
    // The example has a route for newer systems, and nobody's identifiers.
    let odd = recorder.error.split(separator: "\n").filter {
      name == "keiro.json"
        || !$0.contains("sites[0].routes[3]: ") && !$0.contains("looks like a placeholder")
    }
    #expect(odd == [])
  }

  @Test func `calls every certificate good`() throws {
    let files = try CertificateSample.all.enumerated().map { index, sample in
      let chain = try folder.write(sample.chain, to: "chain-\(index).pem")
      let key = try folder.write(sample.key, to: "key-\(index).pem")
      try #require(chmod(key, 0o600) == 0)
      return #"{"chain": "\#(chain)", "key": "\#(key)"}"#
    }
    let result = try check(
      """
      {
        "server": { "listen": ["tls:127.0.0.1:8443"], "tls": { "certificates": [\(files.joined(separator: ","))] } },
        "sites": [{"hosts": ["a.example"], "routes": [{"/": "/", "title": "A"}]}]
      }
      """)
    #expect(result.code == .done && !result.error.contains(".key: "), "\(result.error)")
  }
}
