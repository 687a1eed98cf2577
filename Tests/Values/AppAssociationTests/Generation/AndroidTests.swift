import JSONSyntax
import Platforms
import Testing
import WebSyntax

@testable import AppAssociation

private func rules(_ components: [Component]) throws -> AndroidRules {
  let app = AssociationSource.App(appIDs: [], packageName: "a.b", sha256CertFingerprints: ["AA"])
  let source = AssociationSource(
    apps: [app],
    rules: components.map {
      RoutingRule(component: $0, apps: $0.exclude == true ? [] : [0], opensApps: $0.exclude != true)
    })
  return AndroidRules(AppRules(app: 0, source: source))
}

/// The rules as people would write them: `NOT` for an exclude, the path, and the rest as JSON.
private func lines(_ rules: AndroidRules) -> [String] {
  rules.components.map { rule in
    let node = JSONNode(rule)
    let rest = (node.object ?? []).filter { $0.name != "/" && $0.name != "exclude" }
    let texts = rest.map { "\($0.name)\(JSONOutput($0.node).compact)" }
    let sign = node.member("exclude")?.bool == true ? "NOT " : ""
    return ([sign + (node.member("/")?.string ?? "")] + texts).joined(separator: " ")
  }
}

@Test func `translates the routes to Google's dialect`() throws {
  let found = try rules([
    Component(path: "/account/*", exclude: true), Component(path: "/cart", exclude: true),
    Component(path: "/item/{id}"),
    Component(path: "/search", query: .items([.init(name: "q", pattern: "?*")])),
  ])
  #expect(
    lines(found) == [
      "NOT /account/*", "NOT /account", "NOT /cart", "NOT /cart/", "NOT /cart//*", "/item/?*",
      #"/search ?{"q":"?*"}"#, #"/search/ ?{"q":"?*"}"#,
    ])
  #expect(found.findings.isEmpty)
}

@Test func `makes excludes broader and includes narrower where the dialects differ`() throws {
  let found = try rules([
    Component(
      path: "/a/*/b",
      query: .items([.init(name: "x", pattern: "*"), .init(name: "y", pattern: "1")]),
      exclude: true),
    Component(path: "/c", exclude: true, caseSensitive: false),
    Component(path: "/$(lang)/d"), Component(path: "/e", query: .string("a=1")),
  ])
  #expect(lines(found) == [#"NOT /a/* ?{"y":"1"}"#, "NOT /?", "NOT /?/", "NOT /?//*"])
  #expect(
    found.findings.map(\.code) == [
      "android-exclude", "android-exclude", "android-include", "android-include",
    ])
}

/// One route, the rules that it becomes, and the codes of the findings about them.
private let routes: [(component: Component, rules: [String], codes: [String])] = [
  (Component(path: "/caf%C3%A9/{id}"), ["/café/?*"], []),
  (Component(path: "/caf%c3%a9"), ["/café", "/café/"], []),
  (Component(path: "/%E6%97%A5%E6%9C%AC/*"), ["/日本/*", "/日本"], []),
  (Component(path: "/%E6%97%A5%E6%9C%AC/*", exclude: true), ["NOT /日本/*", "NOT /日本"], []),
  (Component(path: "/é", percentEncoded: false), ["/é", "/é/"], []),
  (
    Component(path: "/a b", exclude: true, percentEncoded: false),
    ["NOT /a b", "NOT /a b/", "NOT /a b//*"], []
  ),
  (Component(path: "/50%25"), ["/50%", "/50%/"], []),
  (Component(path: "/é"), [], ["android-include"]),
  (Component(path: "/a%2Fb"), [], ["android-include"]),
  (
    Component(path: "/a%2Fb", exclude: true), ["NOT /a/b", "NOT /a/b/", "NOT /a/b//*"],
    ["android-exclude"]
  ),
  (Component(path: "/a%2A"), [], ["android-include"]),
  (
    Component(path: "/a%2A", exclude: true), ["NOT /a?", "NOT /a?/", "NOT /a?//*"],
    ["android-exclude"]
  ),
  (Component(path: "/%FF/x"), [], ["android-include"]),
  (Component(path: "/%FF/x", exclude: true), ["NOT /*"], ["android-exclude"]),
  (Component(path: "/x/**"), ["/x/?*"], []),
  (Component(path: "/**"), ["/?*"], []),
  (Component(path: "/x**"), ["/x*"], []),
  (Component(path: "/x//*"), ["/x//?*"], []),
  (Component(path: "/x//*", exclude: true), ["NOT /x//?*"], []),
  (Component(path: "/x/*?"), ["/x/?*"], []),
  (Component(path: "/a/*?/x"), ["/a/?*/x", "/a/?*/x/"], ["android-include"]),
  (Component(path: "/a/{id}/x", exclude: true), ["NOT /a/?*"], ["android-exclude"]),
  (Component(path: "/v1.0/{id}"), ["NOT /v1.0/", "/v1.0/*"], []),
  (Component(path: "/v1.0/*"), ["/v1.0/*", "/v1.0"], []),
  (Component(path: "/v1.0/{id}/x"), [], ["android-include"]),
  (Component(path: "/{name}.pdf"), ["/?*.pdf", "/?*.pdf/"], ["android-include"]),
  (Component(path: "/v1.0/{id}", exclude: true), ["NOT /v1.0/?*"], ["android-exclude"]),
  (Component(path: "/id/??"), ["/id/??", "/id/??/"], ["android-characters"]),
  // The slash in `/@me/` counts as the capture there, and is ignored on Apple systems.
  (
    Component(path: "/@me{name}/*"), ["/@me?*/*", "/@me?*"],
    ["android-include", "android-characters"]
  ),
  (Component(path: "/Ab", caseSensitive: false), ["/Ab", "/Ab/"], ["android-include"]),
  (Component(path: "/x*", query: .items([.init(name: "a", pattern: "*")])), ["/x*"], []),
  (
    Component(path: "/x*", query: .items([.init(name: "%E5%90%8D", pattern: "%E3%81%82*")])),
    [#"/x* ?{"名":"あ*"}"#], []
  ),
  (
    Component(path: "/x*", query: .items([.init(name: "a", pattern: "1%262")])), [],
    ["android-include"]
  ),
  (
    Component(query: .items([.init(name: "web", pattern: "?*")]), exclude: true),
    [#"NOT * ?{"web":"?*"}"#], []
  ),
  (
    Component(path: "/x*", query: .items([.init(name: "a", pattern: "")]), exclude: true),
    ["NOT /x*"], ["android-exclude"]
  ),
  (Component(path: "/x*", query: .string("a=1"), exclude: true), ["NOT /x*"], ["android-exclude"]),
  (Component(fragment: "web", exclude: true), [#"NOT * #"web""#], []),
  (Component(path: "/x*", fragment: "*"), ["/x*"], []),
]

@Test(arguments: routes.indices)
func `writes a route as Android compares it, or says what it cannot`(_ number: Int) throws {
  let (component, expected, codes) = routes[number]
  // A file is not generated for an exclude alone.
  let last = Component(path: "/zz", exclude: nil)
  let found = try rules(
    component.exclude == true ? [component, Component(path: "*")] : [component, last])
  let rest = component.exclude == true ? 1 : 2
  #expect(lines(found).dropLast(rest) == expected[...], "\(component)")
  #expect(found.findings.map(\.code) == codes, "\(found.findings.map(\.message))")
}

@Test(arguments: [(routes: 5, isListed: true), (9, false), (40, false)])
func `lists no values of variables with which a file would be too large`(
  routes: Int, isListed: Bool
) throws {
  let app = AssociationSource.App(
    appIDs: [try #require(AppIdentifier("A1B2C3D4E5.b.food"))], oldestSystem: SystemVersion(12),
    packageName: "a.b", sha256CertFingerprints: ["AA"])
  let long = String(repeating: "x", count: 40)
  var source = AssociationSource(
    apps: [app],
    rules: (0..<routes).map {
      RoutingRule(
        component: Component(path: "/\(long)\($0)/$(city)"), apps: [0], opensApps: true)
    })
  source.substitutionVariables = [("city", (100..<200).map { "city\($0)" })]
  let android = try #require(AssociationGenerator.android(source))
  #expect(android.bytes.count < 128_000)
  #expect(String(decoding: android.bytes, as: UTF8.self).contains("/city100") == isListed)
  #expect(android.findings.contains { $0.code == "android-include" } == !isListed)
  let apple = try #require(AssociationGenerator.apple(source))
  #expect(!apple.findings.contains { $0.code == "file-size" })
  let host = try #require(HostPattern("a.example"))
  let filter = try #require(IntentFilters(app: 0, sites: [([host], source)]).filters.first)
  #expect(filter.paths.count <= 2000)
}

@Test func `lists the values of variables where they are few, for all that know no variables`()
  throws
{
  let app = AssociationSource.App(
    appIDs: [try #require(AppIdentifier("A1B2C3D4E5.b.food"))], oldestSystem: SystemVersion(12),
    packageName: "a.b", sha256CertFingerprints: ["AA"])
  var source = AssociationSource(
    apps: [app],
    rules: [
      RoutingRule(
        component: Component(path: "/$(season)/old", exclude: true), apps: [], opensApps: false),
      RoutingRule(component: Component(path: "/$(season)/*"), apps: [0], opensApps: true),
      RoutingRule(
        component: Component(path: "/q", query: .items([.init(name: "s", pattern: "$(season)")])),
        apps: [0], opensApps: true),
      RoutingRule(component: Component(path: "/$(region)/$(digit)"), apps: [0], opensApps: true),
      // A slash or a star at the end of a value is no slash or star at the end of a path.
      RoutingRule(component: Component(path: "/z$(ends)"), apps: [0], opensApps: true),
    ])
  source.substitutionVariables = [("season", ["spring", "win?y"]), ("ends", ["/", "a"])]
  let rules = AppRules(app: 0, source: source)
  let android = AndroidRules(rules)
  #expect(
    lines(android).filter { $0.contains("/spring") || $0.hasPrefix("/q") } == [
      "NOT /spring/old", "NOT /spring/old/", "NOT /spring/old//*", "/spring/*", "/spring",
      #"/q ?{"s":"spring"}"#, #"/q/ ?{"s":"spring"}"#, #"/q ?{"s":"win?y"}"#,
      #"/q/ ?{"s":"win?y"}"#,
    ])
  #expect(
    android.findings.filter { $0.code == "android-include" }.map(\.message) == [
      "'/$(region)/$(digit)' does not open the Android app, whose rules do not support variables",
      "'/z$(ends)' does not open the Android app, whose rules do not support variables",
    ])
  let host = try #require(HostPattern("a.example"))
  let filter = try #require(IntentFilters(app: 0, sites: [([host], source)]).filters.first)
  #expect(filter.paths.map(\.description) == ["pathPrefix '/'"])
  source.rules.removeLast(2)
  let narrow = try #require(IntentFilters(app: 0, sites: [([host], source)]).filters.first)
  #expect(
    narrow.paths.map(\.description) == [
      "path '/spring'", "pathPrefix '/spring/'", "pathPattern '/win.y'",
      "pathPattern '/win.y/.*'",
      "path '/q'", "path '/q/'",
    ])
  #expect(filter.notes.contains { $0.contains("'/$(region)/$(digit)' only with more paths") })
  let legacy = LegacyPaths(rules, oldestSystem: SystemVersion(12))
  #expect(
    legacy.paths == ["NOT /spring/old", "NOT /win?y/old", "/spring/*", "/win?y/*"])
}

@Test func `leaves a dotted route out where a later one opens the app for its beginning`() throws {
  let found = try rules([Component(path: "/v1.0/{id}"), Component(path: "/v1.0")])
  #expect(lines(found) == ["/v1.0", "/v1.0/"])
  #expect(
    found.findings.map(\.message) == [
      "'/v1.0/?*' does not open the Android app, whose rules do not support a '.' beside '*' or '?'"
    ])
}

@Test func `keeps the exclude of another spelling`() throws {
  let found = try rules([
    Component(path: "/%e3%81%82/x", exclude: true), Component(path: "/%E3%81%82/*"),
  ])
  #expect(lines(found).first == "NOT /あ/x")
}

@Test func `says what differs and of which route`() throws {
  let found = try rules([
    Component(path: "/é"), Component(path: "/a/{id}/x"),
    Component(path: "/b", caseSensitive: false),
    Component(path: "/c/?"), Component(path: "/d/*/e", exclude: true), Component(path: "/d/*"),
  ])
  #expect(
    found.findings.map(\.message) == [
      "'/é' does not open the Android app either: 'é' is percent-encoded in URLs",
      "'/a/?*/x' opens the Android app only where each '*' or capture ends at the first occurrence of "
        + "the character after it",
      "'/b' opens the Android app only with the letters as written, because its rules do not "
        + "support 'caseSensitive'",
      "'?' in the route '/c/?' counts characters of the decoded URL on Android, and of the URL as it is "
        + "sent on iOS",
      "all of '/d/*' stays in the browser on Android, whose rules cannot express '/d/*/e' exactly",
    ])
  #expect(found.findings.map(\.rule) == [0, 1, 2, 3, 4])
}

@Test func `says what is so for several apps once`() throws {
  let apps = ["a.b", "a.c"].map {
    AssociationSource.App(appIDs: [], packageName: $0, sha256CertFingerprints: ["AA"])
  }
  let source = AssociationSource(
    apps: apps,
    rules: [RoutingRule(component: Component(path: "/c/?"), apps: [0, 1], opensApps: true)])
  #expect(AssociationGenerator.android(source)?.findings.map(\.rule) == [0])
}

@Test func `states relations, package and fingerprints`() throws {
  let app = AssociationSource.App(
    appIDs: [], packageName: "com.example", sha256CertFingerprints: ["AA:BB", "CC:DD"])
  var source = AssociationSource(
    apps: [app],
    rules: [RoutingRule(component: Component(path: "/*"), apps: [0], opensApps: true)])
  source.webcredentials = [0]
  let text = AssociationGenerator.android(source).map { String(decoding: $0.bytes, as: UTF8.self) }
  let compact = (text ?? "").filter { !$0.isWhitespace }
  #expect(
    compact
      == #"[{"relation":["delegate_permission/common.handle_all_urls","delegate_permission/common.get_login_creds"],"#
      + #""target":{"namespace":"android_app","package_name":"com.example","#
      + #""sha256_cert_fingerprints":["AA:BB","CC:DD"]},"relation_extensions":{"#
      + #""delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":[{"/":"/*"}]}}}]"#
  )
}
