import JSONSyntax
import Testing

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

private func lines(_ rules: AndroidRules) -> [String] { rules.components.map(\.compact) }

@Test func `translates the routes to Google's dialect`() throws {
  let found = try rules([
    Component(path: "/account/*", exclude: true), Component(path: "/cart", exclude: true),
    Component(path: "/item/{id}"),
    Component(path: "/search", query: .items([.init(name: "q", pattern: "?*")])),
  ])
  #expect(
    lines(found) == [
      #"{"/":"/account/*","exclude":true}"#, #"{"/":"/account","exclude":true}"#,
      #"{"/":"/cart","exclude":true}"#, #"{"/":"/cart/","exclude":true}"#,
      #"{"/":"/item/?*"}"#, #"{"/":"/search","?":{"q":"?*"}}"#,
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
  #expect(
    lines(found) == [
      #"{"/":"/a/*","?":{"y":"1"},"exclude":true}"#, #"{"/":"/a","?":{"y":"1"},"exclude":true}"#,
      #"{"/":"*","exclude":true}"#,
    ])
  #expect(
    found.findings.map(\.code) == [
      "android-exclude", "android-exclude", "android-include", "android-include",
    ])
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
