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
  @Test func `names links that open no app any more where destinations are looked at`() throws {
    let folder = try TemporaryFolder()
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
    let file = try folder.write(text, to: "k.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["check", "--config", file]) == .done)
    let lines = recorder.error.split(separator: "\n").filter { $0.contains("opens no app") }
    #expect(
      lines == [
        "\(file):3:14: warning: sites[0]: 'https://a.example/other/1' opens no app any more, but "
          + "https://a.example/s/other leads there: expected a route for it, or another destination"
      ])
    let unasked = try folder.write(text.replacing("\"health\": {},", with: ""), to: "u.json")
    let other = keiro(["check", "--config", unasked])
    #expect(other.code == .done && !other.error.contains("opens no app"))
  }

  @Test func `names tokens with which apps can make no links any more`() throws {
    let folder = try TemporaryFolder()
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
    let text = """
      { "store": { "sqlite": "k.db" },
        "sites": [ { "hosts": ["a.example"], "destinationHosts": ["a.example"], "shortLinks": {} },
          { "hosts": ["b.example"], "shortLinks": {} } ] }
      """
    let file = try folder.write(text, to: "k.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["check", "--config", file]) == .done)
    let lines = recorder.error.split(separator: "\n").filter { $0.contains("can make no links") }
    #expect(lines.count == 2, "\(recorder.error)")
    #expect(lines.contains { $0.contains("sites[1]: apps with the token 't1'") })
    #expect(lines.contains { $0.contains("sites: apps with the token 't2'") })
  }

  @Test func `tells all errors at once, of values, files, addresses and this machine`() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"applinks":{"details":[{"appIDs":["nodot"]}]}}"#, to: "own.json")
    let file = try folder.write(
      """
      { "server": { "listen": ["127.0.0.1:0", "unix:no/s"], "accessLog": "no/log", "workerz": 3 },
        "store": { "sqlite": "no/k.db" },
        "apps": { "a": { "apple": { "appIDs": ["94VJUJ8B7P.example.a"] } } },
        "sites": [
          { "hosts": ["a.example"], "documents": { "apple": "own.json" }, "root": "/nothing",
            "titel": "A" },
          { "hosts": ["b.example"], "alternateHost": null, "routes": [
            { "/": "https://b.example/x", "app": "a" }, { "/": "/y", "app": "b" } ] },
          { "hosts": ["c.example"], "root": "/nothing", "shortLinks": { "links": {
            "x": "https://c.example/s/x", "z": "https://a.example/nothing" } } } ] }
      """, to: "k.json")
    let result = keiro(["check", "--config", file]).replacing(folder.path, with: "FOLDER")
    #expect(result.code == .negative)
    let missing = "the folder 'FOLDER/no' does not exist: expected one that Keiro may write to"
    let lines = result.error.split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst() }
    let problems = [
      "server.listen[1]: cannot listen on unix:FOLDER/no/s: \(missing)",
      "server.accessLog: cannot write 'FOLDER/no/log': \(missing)",
      "server.workerz: unknown key: did you mean 'workers'?",
      "store.sqlite: cannot use 'FOLDER/no/k.db': \(missing)",
      "sites[0].documents.apple: line 1, column 36: applinks.details[0].appIDs[0]: 'nodot' is not an "
        + "application identifier: expected <prefix>.<bundle ID>, but it has no dot [app-id-format]",
      "sites[0].titel: unknown key: did you mean 'title'?",
      "sites[1].routes[0]: apple-app-site-association: 'https://b.example/x' is a URL: expected only "
        + "the path, such as '/x' [url-in-path]",
      "sites[1].routes[1].app: there is no app 'b': did you mean 'a'?",
      "sites[2].root: '/nothing' is not a page that is served here: expected one, or another site",
      "sites[2].shortLinks.links.x.url: 'https://c.example/s/x' leads back to the link itself: expected "
        + "another address",
    ]
    for problem in problems { #expect(lines.contains { $0.hasPrefix(problem) }, "\(problem)") }
    #expect(lines.count == problems.count, "\(result.error)")
  }

  @Test func `a parameter of another router is told in the form of a route`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      { "store": { "memory": true }, "apps": { "a": { "apple": { "appIDs": ["94VJUJ8B7P.jp.a"] } } },
        "sites": [ { "hosts": ["a.example"], "alternateHost": null, "routes": [
          { "/": "/menu/:id", "app": "a" }, { "/": "/x", "?": { "q": "<q>" }, "app": "a" } ] } ] }
      """, to: "k.json")
    let error = keiro(["check", "--config", file]).error
    let told = "is not a parameter here: it matches only that literal text: expected"
    #expect(error.contains("routes[0]: apple-app-site-association: ':id' \(told) '{id}' ["))
    #expect(error.contains("routes[1]: apple-app-site-association: '<q>' \(told) '?*' ["))
  }

  @Test(arguments: [("stagin", "staging"), ("staging", "stagin")])
  func `an environment that cannot be read makes no app of a file one of another`(
    _ app: String, _ site: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"applinks":{"details":[{"appIDs":["94VJUJ8B7P.example.a"],"paths":["*"]}]}}"#,
      to: "own.json")
    let file = try folder.write(
      """
      { "apps": { "a": { "environment": "\(app)", "apple": { "appIDs": ["94VJUJ8B7P.example.a"] } } },
        "sites": [
          { "hosts": ["a.example"], "environment": "\(site)", "documents": { "apple": "own.json" } } ] }
      """, to: "k.json")
    let result = keiro(["check", "--config", file])
    #expect(result.code == .negative && result.error.contains("is not an environment"))
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
  }

  @Test func `a key that only begins like another hides nothing of that`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"""
      { "storee": {}, "server": { "listen": ["unix:no/s"], "listens": [] },
        "store": { "sqlite": "no/k.db" } }
      """#, to: "k.json")
    let result = keiro(["check", "--config", file])
    for problem in ["storee: ", "server.listens: ", "server.listen[0]: ", "store.sqlite: "] {
      #expect(result.error.contains(" \(problem)"), "\(result.error)")
    }
  }

  @Test func `says no more of a file that is none than where it stops being one`() throws {
    let folder = try TemporaryFolder()
    for text in ["{ \"store\": { \"sqlite\": \"no/k.db\" },", "[]"] {
      let file = try folder.write(text, to: "k.json")
      let result = keiro(["check", "--config", file])
      #expect(result.code == .negative && result.error.split(separator: "\n").count == 1)
    }
  }

  @Test func `finds the places of thousands of links that each draw a warning`() throws {
    let folder = try TemporaryFolder()
    let links = (0..<3000).map { "\"s\($0)\": { \"url\": \"https://e.example/\" }" }
    let file = try folder.write(
      """
      { "store": { "memory": true },
        "apps": { "a": { "apple": { "appIDs": ["AAAAAAAAAA.example.app"] } } },
        "sites": [ { "hosts": ["a.example", "b.example"], "routes": [ { "/": "/x", "app": "a" } ],
          "shortLinks": { "app": "a", "deferred": ["code"], "links": {
      \(links.joined(separator: ",\n")) } } } ] }
      """, to: "k.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["check", "--config", file]) == .done)
    let lines = recorder.error.split(separator: "\n")
    #expect(lines.count == 3000)
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
    let folder = try TemporaryFolder()
    let files = try CertificateSample.all.enumerated().map { index, sample in
      let chain = try folder.write(sample.chain, to: "chain-\(index).pem")
      let key = try folder.write(sample.key, to: "key-\(index).pem")
      try #require(chmod(key, 0o600) == 0)
      return #"{"chain": "\#(chain)", "key": "\#(key)"}"#
    }
    let file = try folder.write(
      """
      {
        "server": { "listen": ["tls:127.0.0.1:8443"], "tls": { "certificates": [\(files.joined(separator: ","))] } },
        "sites": [{"hosts": ["a.example"], "routes": [{"/": "/", "title": "A"}]}]
      }
      """, to: "k.json")
    let result = keiro(["check", "--config", file])
    #expect(result.code == .done && !result.error.contains(".key: "), "\(result.error)")
  }
}
