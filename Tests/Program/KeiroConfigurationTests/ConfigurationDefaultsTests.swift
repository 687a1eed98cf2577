import LinkStorage
import Links
import Platforms
import ProgramSupport
import SiteModel
import AppAssociation
import HTTPCore
import HTTPServer
import Cryptography
import LaunchRouting
import Service
import TLS
import Testing
import WebSyntax

@testable import KeiroConfiguration

struct ConfigurationDefaultsTests {
  @Test func `an empty object means the defaults`() throws {
    let configuration = try configuration("{}", folder: "/etc/keiro")
    #expect(configuration.server == ServerSettings())
    #expect(configuration.store == .sqlite("/etc/keiro/keiro.db"))
    #expect(configuration.statistics == StatisticsRetention(hours: 14, days: 760))
    #expect(configuration.service.apps.isEmpty)
    #expect(configuration.service.sites.isEmpty)
  }

  @Test func `reads every key of the server, and how long counts are kept`() throws {
    let configuration = try configuration(
      """
      { "server": { "listen": ["0.0.0.0:80", "[::]:0", "unix:run/k.sock", "tls:[::]:443"],
          "management": ["tls:10.0.0.1:8081"], "proxyProtocol": ["10.0.0.0/8", "unix:"],
          "tls": { "certificates": [{ "chain": "tls/chain.pem", "key": "/etc/key.pem" }],
            "minimum": "1.3", "clientCA": "ca.pem", "redirectPlain": true,
            "hsts": { "maxAge": 31536000, "includeSubDomains": true, "preload": true },
            "acme": { "directory": "https://ca.example/dir", "email": "a@x.example",
              "hosts": ["X.example"], "storage": "certificates" } },
          "managementHosts": ["Keiro.internal"], "managementNetworks": ["10.1.0.0/16", "::1"],
          "compatible": ["bitly", "yourls"],
          "compatibleOrigins": ["HTTPS://App.Shlink.io:443/", "http://localhost:3000", "*"],
          "log": { "addresses": "full", "queries": true, "userAgents": true },
          "workers": 3, "trustedProxies": ["10.0.0.0/8", "::1", "unix:"], "accessLog": "log/a.log",
          "trustForwardedHost": true, "deferAccept": true, "drainTimeout": 0, "linkMemory": 65536, "limits": { "connections": 1, "headerTimeout": 2, "bodyTimeout": 3,
            "writeTimeout": 4, "idleTimeout": 5, "headerBytes": 600, "headerFields": 7,
            "targetBytes": 80, "bodyBytes": 9 } },
        "statistics": { "hours": 3, "days": 40 } }
      """, folder: "/srv")
    var expected = ServerSettings()
    expected.listen = ["0.0.0.0:80", "[::]:0", "unix:/srv/run/k.sock", "tls:[::]:443"]
    expected.management = ["tls:10.0.0.1:8081"]
    var tls = TLSSettings()
    tls.certificates = [CertificateFiles(chain: "/srv/tls/chain.pem", key: "/etc/key.pem")]
    tls.minimum = .tls13
    tls.clientAuthorities = "/srv/ca.pem"
    tls.redirectsPlain = true
    var strict = StrictTransportSettings(maxAge: 31_536_000)
    strict.includeSubDomains = true
    strict.preload = true
    tls.strictTransport = strict
    #expect(strict.value == "max-age=31536000; includeSubDomains; preload")
    tls.acme = ACMESettings(
      directory: "https://ca.example/dir", email: "a@x.example", hosts: ["x.example"],
      storage: "/srv/certificates")
    expected.tls = tls
    expected.proxyProtocol = ["10.0.0.0/8", "unix:"]
    expected.managementHosts = ["keiro.internal"]
    expected.managementNetworks = ["10.1.0.0/16", "::1"]
    expected.compatible = [.bitly, .yourls]
    expected.compatibleOrigins = ["https://app.shlink.io", "http://localhost:3000", "*"]
    expected.log.addresses = .full
    expected.log.queries = true
    expected.log.userAgents = true
    expected.workers = 3
    expected.trustedProxies = ["10.0.0.0/8", "::1", "unix:"]
    expected.trustForwardedHost = true
    expected.defersAccept = true
    expected.accessLog = .file("/srv/log/a.log")
    expected.drainTimeout = 0
    expected.linkMemory = 65_536
    expected.limits.connections = 1
    expected.limits.headerTimeout = 2
    expected.limits.bodyTimeout = 3
    expected.limits.writeTimeout = 4
    expected.limits.idleTimeout = 5
    expected.limits.requests.headerBytes = 600
    expected.limits.requests.headerFields = 7
    expected.limits.requests.targetBytes = 80
    expected.limits.requests.bodyBytes = 9
    #expect(configuration.server == expected)
    #expect(configuration.statistics == StatisticsRetention(hours: 3, days: 40))
  }

  @Test func `a site says what long links may say`() throws {
    for policy in LongLinkPolicy.allCases {
      let site = try site(#""shortLinks": { "longLinks": "\#(policy.rawValue)" }"#)
      #expect(site.shortLinks?.longLinks == policy)
    }
  }

  @Test(arguments: [
    (#"{"server": {"accessLog": null}}"#, AccessLogTarget.nowhere),
    (#"{"server": {"accessLog": "-"}}"#, .standardOutput),
    (#"{"server": {"accessLog": "/var/log/k"}}"#, .file("/var/log/k")),
    (#"{"server": {"accessLog": "./k"}}"#, .file("/srv/k")),
  ])
  func `the access log is a path, standard output or nowhere`(
    text: String, target: AccessLogTarget
  ) throws {
    #expect(try configuration(text, folder: "/srv").server.accessLog == target)
  }

  @Test(arguments: [
    (#"{"store": {"sqlite": "a.db"}}"#, StoreSettings.sqlite("/srv/a.db")),
    (#"{"store": {"sqlite": "/var/a.db"}}"#, .sqlite("/var/a.db")),
    (#"{"store": {"memory": true}}"#, .memory),
    (
      #"{"store": {"postgres": "host=/run", "node": "n"}}"#,
      .postgres(.init(connection: "host=/run", copy: "/srv/keiro-copy.db", node: "n"))
    ),
    (
      #"""
      {"store": {"postgres": "a=b", "feed": "c=d", "node": "n", "copy": "/x.db", "migrate": true,
        "limitedLinks": "serve"}}
      """#,
      .postgres(
        .init(
          connection: "a=b", feed: "c=d", copy: "/x.db", node: "n", migrates: true,
          servesLimitedLinks: true))
    ),
  ])
  func `the store is a file, a database or memory`(text: String, store: StoreSettings) throws {
    #expect(try configuration(text, folder: "/srv").store == store)
  }

  @Test func `an app needs little and says much`() throws {
    let apps = try configuration(
      """
      { "apps": { "b": { "name": "B", "apple": {
            "appIDs": ["A1B2C3D4E5.b"], "appStoreID": "1", "productPage": "45812c9b-c296-43d3-c6a0-c5a02f74bf6e", "appClipIDs": ["A1B2C3D4E5.b.Clip"],
            "customSchemes": ["B-App"], "oldestSystem": "9.1" } },
          "a": { "apple": { "appIDs": ["A1B2C3D4E5.a"] }, "android": { "packageName": "x.y" } } } }
      """
    ).service.apps
    #expect(apps.map(\.key) == ["b", "a"])
    #expect(apps.map(\.name) == ["B", "a"])
    #expect(apps[0].apple?.appIDs.map(\.description) == ["A1B2C3D4E5.b"])
    #expect(apps[0].apple?.appStoreID == "1")
    #expect(apps[0].apple?.productPage == "45812c9b-c296-43d3-c6a0-c5a02f74bf6e")
    #expect(apps[0].apple?.appClipIDs.map(\.description) == ["A1B2C3D4E5.b.Clip"])
    #expect(apps[0].apple?.customSchemes == ["b-app"])
    #expect(apps[0].apple?.oldestSystem == SystemVersion(9, 1))
    #expect(apps[0].launch.linkSchemes == ["b-app"])
    #expect(apps[0].android == nil)
    #expect(apps[1].apple?.oldestSystem == SystemVersion(13))
    #expect(apps[1].apple?.appStoreID == nil)
    #expect(apps[1].android?.packageName == "x.y")
    #expect(apps[1].launch == LaunchRules(home: "home"))
  }

  @Test(arguments: ["", ":"])
  func `fingerprints may be written in lower case and without colons`(separator: String) throws {
    let parts = Array(repeating: "ab", count: 32)
    let text = """
      { "apps": { "a": { "android": {
          "packageName": "x.y", "sha256CertFingerprints": ["\(parts.joined(separator: separator))"] } } } }
      """
    let apps = try configuration(text).service.apps
    let print = parts.joined(separator: ":").uppercased()
    #expect(apps[0].android?.sha256CertFingerprints == [print])
  }

  @Test func `a date alone is its beginning in UTC`() throws {
    let site = try site(
      #""shortLinks": { "links": { "a": { "url": "https://e.example/", "expires": "2030-01-02" } } }"#
    )
    let link = site.shortLinks?.links.first { _ in true }
    #expect(link?.expires?.description == "2030-01-02T00:00:00Z")
  }

  @Test func `reads every key of a launch`() throws {
    let text = """
      { "apps": { "a": { "apple": { "appIDs": [], "customSchemes": ["own", "own-widget"] },
          "launch": { "home": "h", "linkSchemes": ["adjust"], "widgetSchemes": ["own-widget"],
            "siriActivityTypes": ["a.b"], "handoffActivityTypes": ["a.c"],
            "notificationURLKey": "url", "spotlight": "s",
            "search": "q", "widget": "w", "intent": "i", "shortcuts": { "x.y": "z" },
            "requiresLogin": ["z"], "loginScreen": "l" } } } }
      """
    var expected = LaunchRules(home: "h")
    expected.linkSchemes = ["adjust", "own"]
    expected.widgetSchemes = ["own-widget"]
    expected.siriActivityTypes = ["a.b"]
    expected.handoffActivityTypes = ["a.c"]
    expected.notificationURLKey = "url"
    expected.spotlight = "s"
    expected.search = "q"
    expected.widget = "w"
    expected.intent = "i"
    expected.shortcuts = ["x.y": "z"]
    expected.requiresLogin = ["z"]
    expected.loginScreen = "l"
    #expect(try configuration(text).service.apps[0].launch == expected)
  }

  @Test func `the login screen is called login unless it is named`() throws {
    let text = #"{ "apps": { "a": { "launch": { "requiresLogin": ["orders"] } } } }"#
    #expect(try configuration(text).service.apps[0].launch.loginScreen == "login")
  }

  @Test func `a site needs its hosts alone`() throws {
    let site = try #require(
      try configuration(#"{"sites": [{"hosts": ["X.example", "*.y.example"]}]}"#).service.sites
        .first)
    #expect(site.hosts.map(\.description) == ["x.example", "*.y.example"])
    #expect(site.title == nil)
    #expect(site.language == "en")
    #expect(site.alternateHost == nil)
    #expect(site.routes.isEmpty)
    #expect(site.shortLinks == nil)
    #expect(site.destinationHosts == nil)
    #expect(site.webcredentials == [] && site.activitycontinuation == [] && site.appclips == [])
    #expect(site.substitutionVariables.isEmpty)
    #expect(site.ownAppleDocument == nil && site.ownAndroidDocument == nil)
    #expect(site.wellKnownFolder == nil)
  }

  @Test func `reads every key of a route`() throws {
    let text = routesText(
      """
      { "/": "/a/{id}", "?": { "q": "?*", "p": "??" }, "#": "f", "exclude": false, "comment": "c",
        "caseSensitive": false, "percentEncoded": false, "app": "a", "screen": "s",
        "title": "T {id}", "description": "D", "image": "/i/{id}.png", "web": "https://w/{id}",
        "universalLink": false },
      { "/": "*", "?": "a=*", "apps": ["a"] }
      """)
    let routes = try configuration(text).service.sites[0].routes
    #expect(
      routes[0].component
        == Component(
          path: "/a/{id}",
          query: .items([.init(name: "q", pattern: "?*"), .init(name: "p", pattern: "??")]),
          fragment: "f", exclude: false, comment: "c", caseSensitive: false, percentEncoded: false))
    #expect(routes[0].apps == [0])
    #expect(routes[0].screen == "s")
    #expect(routes[0].title == "T {id}")
    #expect(routes[0].description == "D")
    #expect(routes[0].image == "/i/{id}.png")
    #expect(routes[0].web == "https://w/{id}")
    #expect(!routes[0].universalLink)
    #expect(routes[1].component == Component(path: "*", query: .string("a=*")))
    #expect(routes[1].universalLink)
  }

  @Test func `reads every other key of a site`() throws {
    let site = try site(
      """
      "title": "T", "language": "zh-Hant-TW", "alternateHost": "open.x.example",
      "shortLinks": { "prefix": "/", "app": "a",
        "links": { "b/c": { "url": "https://x.example/" } } },
      "destinationHosts": ["*.x.example", "x.example"], "webcredentials": ["a"],
      "activitycontinuation": ["a"], "appclips": ["a"],
      "substitutionVariables": { "food": ["a", "b*"] }
      """)
    #expect(site.title == "T")
    #expect(site.language == "zh-Hant-TW")
    #expect(site.alternateHost?.description == "open.x.example")
    #expect(site.shortLinks?.prefix == "/")
    #expect(site.shortLinks?.longLinks == .own)
    #expect(site.shortLinks?.app == 0)
    #expect(site.shortLinks?.links.map(\.slug) == ["b/c"])
    #expect(site.shortLinks?.links.map(\.host) == ["x.example"])
    #expect(site.shortLinks?.links.map(\.url) == ["https://x.example/"])
    #expect(site.destinationHosts?.map(\.description) == ["*.x.example", "x.example"])
    #expect(site.webcredentials == [0])
    #expect(site.activitycontinuation == [0])
    #expect(site.appclips == [0])
    #expect(site.substitutionVariables.map(\.name) == ["food"])
    #expect(site.substitutionVariables.map(\.values) == [["a", "b*"]])
  }

  @Test func `reads every field of a link, and its password from where it stands`() throws {
    let folder = try TemporaryFolder()
    try folder.write("from a file\n", to: "password")
    let site = try site(
      #"""
      "shortLinks": { "links": {
        "a": { "url": "https://x.example/", "apple": { "appStoreID": "42" }, "maxClicks": 3,
          "android": { "packageName": "a.b" }, "social": { "title": "t" }, "password": "clear" },
        "b": { "url": "https://x.example/", "password": { "file": "password" } },
        "c": { "url": "https://x.example/", "password": {
          "hash": "$scrypt$ln=14,r=8,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA" } } } }
      """#, folder: folder.path)
    let links = Array(try #require(site.shortLinks?.links))
    #expect(links[0].apple.appStoreID == "42" && links[0].maxClicks == 3)
    #expect(links[0].android.packageName == "a.b" && links[0].social.title == "t")
    let hashes = links.compactMap(\.password?.text)
    #expect(PasswordHashing.verify("clear", against: hashes[0]))
    #expect(PasswordHashing.verify("from a file", against: hashes[1]))
    #expect(hashes[2] == "$scrypt$ln=14,r=8,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA")
  }
}
