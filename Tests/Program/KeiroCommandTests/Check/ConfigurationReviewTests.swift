import KeiroCommand
import ProgramSupport
import Testing

/// Warnings of `keiro check` about valid configurations.
struct ConfigurationReviewTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The messages, without file and position.
  private func check(_ text: String) throws -> (code: ExitCode, messages: [String]) {
    let file = try folder.write(text, to: "k.json")
    let recorder = ConsoleRecorder()
    let code = recorder.run(["check", "--config", file])
    let messages = recorder.error.split(separator: "\n").map { line in
      line.split(separator: ": ", maxSplits: 1).dropFirst().joined()
    }
    return (code, messages.map { $0.replacing("warning: ", with: "") })
  }

  private static let app = #""apple": { "appIDs": ["94VJUJ8B7P.com.e.app"] }"#
  private static let print = Array(repeating: "0A", count: 32).joined()

  static let apps: [(apps: String, site: String, message: String)] = [
    (
      #""a": { "android": { "packageName": "com.e.app" } }"#, "",
      "apps.a.android.sha256CertFingerprints: without a fingerprint no assetlinks.json names the "
        + "app, and Android opens no link in it"
    ),
    (
      #""a": { "android": { "packageName": "com.e.app", "sha256CertFingerprints": [] } }"#, "",
      "apps.a.android.sha256CertFingerprints: without a fingerprint no assetlinks.json names the "
        + "app, and Android opens no link in it"
    ),
    (
      #""a": { "apple": { "appIDs": ["94VJUJ8B7P.com.e.app"], "appClipIDs": ["ZZZZZZZZZZ.com.e.app.Clip"] } }"#,
      "",
      "apps.a.apple.appClipIDs[0]: the App Clip 'ZZZZZZZZZZ.com.e.app.Clip' has another Team ID "
        + "than its app: expected 94VJUJ8B7P"
    ),
    (
      #""a": { "apple": { "appIDs": ["94VJUJ8B7P.com.e.app"], "appClipIDs": ["94VJUJ8B7P.com.e.application.Clip"] } }"#,
      "",
      "apps.a.apple.appClipIDs[0]: the bundle ID of an App Clip begins with that of its app: "
        + "expected '94VJUJ8B7P.com.e.app.…', found '94VJUJ8B7P.com.e.application.Clip'"
    ),
    (
      "\"a\": { \(app) }", #""appclips": ["a"]"#,
      "sites[0].appclips[0]: the app 'a' has no 'apple.appClipIDs': the file leaves it out"
    ),
    (
      "\"a\": { \"android\": { \"packageName\": \"com.e.app\", \"sha256CertFingerprints\": [\"\(print)\"] } }",
      #""webcredentials": ["a"]"#,
      "sites[0].webcredentials[0]: the app 'a' has no 'apple.appIDs': the file leaves it out"
    ),
  ]

  @Test(arguments: apps.map(\.message))
  func `warns of apps that are not what they seem`(_ message: String) throws {
    for (apps, site, expected) in Self.apps where expected == message {
      let members = site.isEmpty ? "" : ", " + site
      let result = try check(
        "{ \"apps\": { \(apps) }, \"sites\": [ { \"hosts\": [\"x.example\"]\(members) } ] }")
      #expect(result.code == .done)
      #expect(result.messages == [expected])
    }
  }

  static let sites: [(members: String, messages: [String])] = [
    (
      #""alternateHost": "x.example""#,
      [
        "sites[0].alternateHost: 'x.example' is one of the site's own hosts, on which the Open "
          + "button leads to the page itself: expected another host that the app's entitlement names"
      ]
    ),
    (
      #""language": "fr""#,
      [
        "sites[0].language: 'fr' has no translation: Keiro's own words on its pages are English; "
          + "expected one of en, ja"
      ]
    ),
    (#""language": "ja-JP""#, []),
    (
      #""alternateHost": null, "routes": [ { "/": "/shop/*", "app": "a" }, { "/": "/shop/account", "exclude": true } ]"#,
      [
        "sites[0].routes[1]: the route is never reached: sites[0].routes[0] ('/shop/*') accepts "
          + "everything that it accepts, and comes first"
      ]
    ),
    (
      #""alternateHost": null, "routes": [ { "/": "/shop/{id}", "app": "a" }, { "/": "/shop/*", "app": "a" } ]"#,
      []
    ),
    (
      #""shortLinks": { "prefix": "/menu/" }, "routes": [ { "/": "/menu/{id}", "title": "M" } ]"#,
      [
        "sites[0].routes[0]: the route is never reached: short links begin with '/menu/', and "
          + "nothing else is found there"
      ]
    ),
    (
      #""shortLinks": { "prefix": "/menu/" }, "routes": [ { "/": "/menu", "title": "M" } ]"#, []
    ),
    (
      #""shortLinks": { "prefix": "/", "links": { "b": { "url": "https://e.example/", "expires": "2027-01-01", "notBefore": "2028-01-01" }, "c": { "url": "https://e.example/", "expires": "2020-01-01" } } }"#,
      [
        "sites[0].shortLinks.links.b.expires: the link ends at 2027-01-01T00:00:00Z and begins "
          + "only at 2028-01-01T00:00:00Z: it is never found",
        "sites[0].shortLinks.links.c.expires: the link is over: it ended at 2020-01-01T00:00:00Z",
      ]
    ),
  ]

  @Test func `warns of links that cannot be taken along as the site wants`() throws {
    func warnings(_ ways: String, _ link: String) throws -> [String] {
      try check(
        """
        { "sites": [ { "hosts": ["x.example"], "shortLinks": { "deferred": [\(ways)],
          "links": { "a": { "url": "https://e.example/"\(link) } } } } ] }
        """
      ).messages.filter { $0.contains("Safari") }
    }
    let found = try warnings(#""paste""#, "")
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("sites[0].shortLinks.links.a: Safari on an iPhone gets no page")
        == true)
    #expect(
      try warnings(#""code""#, #", "apple": { "appStoreID": "1" }, "skipPage": true"#).count == 1)
    #expect(try warnings(#""code""#, #", "apple": { "appStoreID": "1" }"#) == [])
    #expect(try warnings(#""referrer""#, "") == [])
  }

  @Test func `does not warn of links that lead to a page that is taken along itself`() throws {
    func warnings(_ link: String) throws -> Int {
      try check(
        """
        { "apps": { "a": { "apple": { "appIDs": ["94VJUJ8B7P.com.e.app"], "appStoreID": "1" } } },
          "sites": [ { "hosts": ["x.example"], "routes": [ { "/": "/item/{id}", "app": "a" }, { "/": "/w/*", "app": "a", "web": "https://e.example/" } ],
            "shortLinks": { "prefix": "/s/", "deferred": ["paste", "code"], "links": { "a": { \(link) } } } } ] }
        """
      ).messages.count { $0.contains("Safari") }
    }
    #expect(try warnings(#""url": "https://x.example/item/1""#) == 0)
    #expect(try warnings(#""url": "https://x.example/w/1""#) == 1)
    #expect(
      try warnings(
        #""url": "https://x.example/item/1", "apple": { "appStoreID": "1" }, "skipPage": true"#)
        == 1)
    #expect(
      try warnings(
        #""url": "https://e.example/", "apple": { "fallback": "https://x.example/item/1" }, "skipPage": true"#
      ) == 0)
  }

  @Test(arguments: sites.indices)
  func `warns of sites that are not what they seem`(_ index: Int) throws {
    let (members, messages) = Self.sites[index]
    let result = try check(
      "{ \"apps\": { \"a\": { \(Self.app) } }, \"sites\": [ { \"hosts\": [\"x.example\"], \(members) } ] }"
    )
    #expect(result.code == .done)
    #expect(result.messages == messages)
  }

  @Test(arguments: [
    (#""proxyProtocol": ["10.0.0.0/8"]"#, "10.0.0.0/8"),
    (#""proxyProtocol": ["10.0.0.0/8"], "trustedProxies": ["10.1.0.0/16"]"#, "10.0.0.0/8"),
    (#""proxyProtocol": ["10.0.0.1", "unix:"], "trustedProxies": ["10.0.0.0/8"]"#, "unix:"),
    (#""proxyProtocol": ["10.0.0.1", "unix:"], "trustedProxies": ["10.0.0.0/8", "unix:"]"#, nil),
  ])
  func `warns of proxies whose visitors might be redirected for ever`(
    members: String, proxy: String?
  ) throws {
    let result = try check(
      """
      { "server": { "listen": ["tls:127.0.0.1:443", "127.0.0.1:80"], \(members), "tls": {
          "redirectPlain": true, "acme": { "hosts": ["x.example"] } } },
        "sites": [ { "hosts": ["x.example"] } ] }
      """)
    #expect(result.code == .done)
    #expect(
      result.messages
        == (proxy.map { proxy in
          [
            "server.proxyProtocol: '\(proxy)' is not among 'trustedProxies': if it ends TLS and its "
              + "header does not tell so (PP2_TYPE_SSL), 'redirectPlain' sends its visitors round in "
              + "circles: expected it there too, with X-Forwarded-Proto"
          ]
        } ?? []))
  }

  @Test func `refuses redirects that go in circles`() throws {
    let links = try check(
      """
      { "sites": [ { "hosts": ["x.example"], "shortLinks": { "links": {
          "a": { "url": "https://x.example/s/b" }, "b": { "url": "https://x.example/s/a" },
          "c": { "url": "https://x.example/s/a" }, "d": { "url": "https://e.example/" } } } } ] }
      """)
    #expect(links.code == .negative)
    #expect(
      links.messages == [
        "sites[0].shortLinks.links.a.url: 'https://x.example/s/b' leads back to the link itself: expected another address",
        "sites[0].shortLinks.links.b.url: 'https://x.example/s/a' leads back to the link itself: expected another address",
        "sites[0].shortLinks.links.c.url: 'https://x.example/s/a' leads through more than 10 "
          + "redirects, as a loop does: expected the last address",
      ])
    let routes = try check(
      #"{"sites":[{"hosts":["x.example"],"routes":[{"/":"/a/*","web":"/a/b"},{"/":"/c","web":"/d"}]}]}"#
    )
    #expect(routes.code == .negative)
    #expect(routes.messages.count == 1)
    #expect(routes.messages.first?.hasPrefix("sites[0].routes[0].web: the redirect of '") == true)
  }

  @Test func `judges the documents that would be served`() throws {
    try folder.write(
      """
      { "applinks": { "details": [ { "appIDs": ["nodot"],
          "components": [ { "/": "/a" } ] } ] } }
      """, to: "aasa.json")
    let own = try check(
      #"{"sites":[{"hosts":["x.example"],"documents":{"apple":"aasa.json"}}]}"#)
    #expect(own.code == .negative)
    #expect(
      own.messages.first?.hasPrefix(
        "sites[0].documents.apple: line 1, column 43: applinks.details[0].appIDs[0]: 'nodot' ")
        == true, "\(own.messages)")
    #expect(own.messages.first?.hasSuffix(" [app-id-format]") == true)
    let generated = try check(
      "{ \"apps\": { \"a\": { \(Self.app) } }, \"sites\": [ { \"hosts\": [\"x.example\"], \"routes\": ["
        + #"{ "/": "/ok", "app": "a" }, { "/": "/caf%e9/x", "app": "a" } ] } ] }"#)
    #expect(generated.code == .done)
    #expect(
      generated.messages.contains {
        $0.hasPrefix(
          "sites[0].routes[1]: apple-app-site-association: '/caf")
      }, "\(generated.messages)")
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
}
