import JSONSyntax
import Platforms
import Testing
import WebSyntax

@testable import AppAssociation

private func app(_ identifier: String, oldest: SystemVersion = SystemVersion(13)) throws
  -> AssociationSource.App
{
  AssociationSource.App(appIDs: [try #require(AppIdentifier(identifier))], oldestSystem: oldest)
}

private func route(_ component: Component, _ apps: [Int], opens: Bool = true) -> RoutingRule {
  RoutingRule(component: component, apps: apps, opensApps: opens)
}

private func text(_ document: GeneratedDocument?) -> String {
  document.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "none"
}

@Test func `generates both generations of rules for the site of the literature`() throws {
  let asajikan = try app("94VJUJ8B7P.jp.asajikan.www", oldest: SystemVersion(9))
  let source = AssociationSource(
    apps: [asajikan],
    rules: [
      route(Component(path: "/article/{id}"), [0]),
      route(Component(path: "/topics/*"), [0], opens: false),
      route(Component(path: "/"), [0]),
    ])
  let document = try #require(AssociationGenerator.apple(source))
  #expect(
    text(document) == """
      {
        "applinks": {
          "apps": [],
          "details": [
            {
              "appIDs": [
                "94VJUJ8B7P.jp.asajikan.www"
              ],
              "components": [
                {
                  "/": "/article/?*"
                },
                {
                  "/": "/topics/*",
                  "exclude": true
                },
                {
                  "/": "/"
                }
              ]
            },
            {
              "appID": "94VJUJ8B7P.jp.asajikan.www",
              "paths": [
                "/article/?*",
                "NOT /topics/*",
                "/"
              ]
            }
          ]
        }
      }

      """)
  #expect(document.findings.map(\.code) == ["legacy-not"])
}

@Test func `excludes earlier routes of other apps`() throws {
  let source = AssociationSource(
    apps: [try app("AAAAAAAAAA.one"), try app("BBBBBBBBBB.two")],
    rules: [
      route(Component(path: "/shop/*"), [0]),
      route(Component(path: "/news/*"), [0]),
      route(Component(path: "/shop*"), [1]),
    ])
  let two = AppRules(app: 1, source: source).entries.map(\.component)
  #expect(two == [Component(path: "/shop/*", exclude: true), Component(path: "/shop*")])
}

@Test func `adds short links to their app and excludes them from the others`() throws {
  var source = AssociationSource(
    apps: [try app("AAAAAAAAAA.one"), try app("BBBBBBBBBB.two")],
    rules: [route(Component(path: "/*"), [1])])
  source.shortLinks = (prefix: "/s/", app: 0)
  #expect(
    AppRules(app: 0, source: source).entries.map(\.component) == [
      Component(path: "/s/*.qr", exclude: true), Component(path: "/s/*+", exclude: true),
      Component(path: "/s/?*"),
    ])
  #expect(
    AppRules(app: 1, source: source).entries.first?.component
      == Component(path: "/s/?*", exclude: true))
  source.shortLinks = (prefix: "/", app: nil)
  #expect(AppRules(app: 1, source: source).entries.map(\.component) == [Component(path: "/*")])
  #expect(AssociationGenerator.apple(source)?.findings.map(\.code) == ["short-links-at-top"])
}

@Test(arguments: ["/", "/s/"], [nil, 0, 2])
func `a site opens the apps that have a rule besides excludes`(
  _ prefix: String, _ owner: Int?
) throws {
  var source = AssociationSource(
    apps: try ["one", "two", "old", "none"].map { try app("AAAAAAAAAA.\($0)") },
    rules: [
      route(Component(path: "/a"), [1]), route(Component(path: "/b"), [3], opens: false),
    ])
  source.apps[2].successor = 0
  source.shortLinks = (prefix: prefix, app: owner)
  for app in source.apps.indices {
    let isOpened = app == 1 || owner != nil && [0, 2].contains(app)
    #expect(source.opens(app) == isOpened)
    #expect(source.order.contains(app) == isOpened)
    let entries = AppRules(app: app, source: source).entries
    #expect(entries.contains { !$0.isExclude } == isOpened)
  }
}

@Test(arguments: [("/", ["/"]), ("/s/", ["/", "/s/"])])
func `lets long links open the app of the short ones`(_ prefix: String, _ paths: [String]) throws {
  let app = AssociationSource.App(appIDs: [try #require(AppIdentifier("A1B2C3D4E5.b.food"))])
  var source = AssociationSource(apps: [app], rules: [])
  source.shortLinks = (prefix: prefix, app: 0)
  for isOn in [true, false] {
    source.hasLongLinks = isOn
    let document = try #require(AssociationGenerator.apple(source))
    let text = String(decoding: document.bytes, as: UTF8.self)
    for path in paths {
      #expect(
        text.filter { !$0.isWhitespace }.contains("{\"/\":\"\(path)\",\"?\":{\"link\":\"?*\"}}")
          == isOn)
    }
  }
}

@Test func `leaves what the server alone answers in the browser`() throws {
  var source = AssociationSource(
    apps: [try app("AAAAAAAAAA.one", oldest: SystemVersion(12))],
    rules: [route(Component(path: "/account/*", exclude: true), [], opens: false)])
  source.apps[0].packageName = "com.example.one"
  source.apps[0].sha256CertFingerprints = ["0A"]
  source.shortLinks = (prefix: "/", app: 0)
  source.linkViews = ["qr-code"]
  let paths = ["/_keiro/*", "/.well-known/*", "/*.qr", "/*+", "/account/*", "/*/qr-code"]
  let rules = AppRules(app: 0, source: source)
  #expect(
    rules.entries.map(\.component)
      == paths.map { Component(path: $0, exclude: true) } + [Component(path: "/?*")])
  #expect(
    LegacyPaths(rules, oldestSystem: SystemVersion(12)).paths
      == paths.map { "NOT " + $0 } + ["/?*"])
  let file = try #require(AssociationGenerator.apple(source))
  let evaluator = AssociationEvaluator(try AppSiteAssociation(of: text(file)))
  func opens(_ path: String) -> Bool {
    let url = WebURL("https://a.example\(path)").map(EvaluatedURL.init)
    return url.map { evaluator.verdict(for: $0, app: "AAAAAAAAAA.one").decision == .match } ?? false
  }
  #expect(opens("/spring") && opens("/a/b") && opens("/spring?d=1"))
  for path in [
    "/_keiro/resolve", "/.well-known/security.txt", "/spring.qr", "/spring+", "/account/x",
    "/spring.qr?size=300", "/spring/qr-code", "/",
  ] {
    #expect(!opens(path), "\(path)")
  }
  let links = try AssetLinks(of: text(AssociationGenerator.android(source)))
  let android = AndroidEvaluator(links, system: SystemVersion(15))
  func opensOnAndroid(_ path: String) -> Bool {
    let url = WebURL("https://a.example\(path)")
    return url.map {
      android.explanation(for: $0, package: "com.example.one").verdict.decision == .match
    } ?? false
  }
  #expect(opensOnAndroid("/spring") && opensOnAndroid("/a/b"))
  #expect(!opensOnAndroid("/spring.qr") && !opensOnAndroid("/spring+"))
  #expect(!opensOnAndroid("/spring/qr-code") && !opensOnAndroid("/a/b/qr-code"))
  #expect(!opensOnAndroid("/_keiro/resolve") && !opensOnAndroid("/account/x"))
}

@Test func `never broadens routes that old systems cannot express`() throws {
  let query = Component.Query.items([.init(name: "a", pattern: "?*")])
  let source = AssociationSource(
    apps: [try app("AAAAAAAAAA.one", oldest: SystemVersion(12))],
    rules: [
      route(Component(path: "/x/*", query: query, exclude: true), [], opens: false),
      route(Component(path: "/y/*", query: query), [0]),
      route(Component(path: "/*"), [0]),
    ])
  let paths = LegacyPaths(AppRules(app: 0, source: source), oldestSystem: SystemVersion(12))
  #expect(paths.paths == ["NOT /x/*", "/*", "/"])
  #expect(paths.findings.map(\.code) == ["legacy-exclude", "legacy-include"])
}

@Test func `tells once what is so for several apps`() throws {
  let old = SystemVersion(9)
  let source = AssociationSource(
    apps: [try app("AAAAAAAAAA.one", oldest: old), try app("BBBBBBBBBB.two", oldest: old)],
    rules: [
      route(Component(path: "/x/*", exclude: true), [], opens: false),
      route(Component(path: "/*"), [0, 1]),
    ])
  #expect(AssociationGenerator.apple(source)?.findings.map(\.code) == ["legacy-not"])
}

@Test func `makes no file when no app takes part`() throws {
  let source = AssociationSource(apps: [try app("AAAAAAAAAA.one")], rules: [])
  #expect(AssociationGenerator.apple(source) == nil)
  #expect(AssociationGenerator.android(source) == nil)
}

@Test func `reports a file too large for iOS`() throws {
  let rules = (0..<3000).map { number in
    route(Component(path: "/a-path-that-takes-some-room/\(number)"), [0])
  }
  let document = AssociationGenerator.apple(
    AssociationSource(apps: [try app("AAAAAAAAAA.one")], rules: rules))
  #expect(document?.findings.map(\.code) == ["file-size"])
  #expect(document?.findings.first?.severity == .error)
}

@Test(arguments: [
  ("/$(season)/sale", "/winter/sale"),
  // These overlap as written, or decoded.
  ("/id/???", "/id/%41"), ("/?*", "/%2F/"), ("/a?b", "/a%2Fb"), ("/a", "/%61"),
])
func `keeps an exclude whose wildcards may cover a later rule`(
  _ first: String, _ second: String
) throws {
  var source = AssociationSource(
    apps: [try app("AAAAAAAAAA.one"), try app("BBBBBBBBBB.two")],
    rules: [route(Component(path: first), [0]), route(Component(path: second), [1])])
  source.substitutionVariables = [("season", ["winter"])]
  let two = AppRules(app: 1, source: source).entries.map(\.component)
  #expect(two == [Component(path: first, exclude: true), Component(path: second)])
}

@Test func `several apps of a route have entries of their own, in the order of the route`() throws {
  let apps = try ["T.a", "T.b", "T.c"].map { try app("A1B2C3D4E5." + $0) }
  func order(_ routes: [[Int]]) throws -> (order: [String], codes: [String]) {
    let document = try #require(
      AssociationGenerator.apple(
        AssociationSource(
          apps: apps,
          rules: routes.enumerated().map { number, apps in
            route(Component(path: "/\(number)"), apps)
          })))
    let details =
      try JSONDocument(parsing: document.bytes).root.member("applinks")?
      .member("details")?.array ?? []
    let names = details.flatMap { $0.member("appIDs")?.array ?? [] }.compactMap(\.string)
    #expect(details.count == names.count)
    return (names.map { String($0.suffix(1)) }, document.findings.map(\.code))
  }
  #expect(try order([[0], [1]]) == (["a", "b"], []))
  #expect(try order([[1, 0]]) == (["b", "a"], []))
  #expect(try order([[2, 0], [1, 2]]) == (["b", "c", "a"], []))
  #expect(try order([[1, 0], [0, 1]]) == (["b", "a"], ["contradicting-apps"]))
  #expect(try order([[0, 1], [1, 2], [2, 0]]) == (["a", "b", "c"], ["contradicting-apps"]))
}
