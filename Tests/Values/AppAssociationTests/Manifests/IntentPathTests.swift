import Testing

@testable import AppAssociation

/// The attributes of a manifest for one route.
struct IntentPathTests {
  private func paths(
    _ path: String?, minSDK: Int = 24, change: (inout Component) -> Void = { _ in }
  ) -> [String] {
    var component = Component(path: path)
    change(&component)
    let paths = IntentPaths(component, minSDK: minSDK)
    return paths.paths.map(\.description) + (paths.isBroader ? ["broader"] : [])
  }

  @Test(arguments: [
    ("/help", ["path '/help'", "path '/help/'"]), ("/help/", ["path '/help'", "path '/help/'"]),
    ("/", ["path '/'"]), ("/*", ["pathPrefix '/'"]), ("*", ["pathPrefix '/'"]),
    ("/product/?*", ["pathPattern '/product/..*'"]),
    ("/product/*", ["path '/product'", "pathPrefix '/product/'"]),
    // A pattern takes any character for a dot, even for an escaped one.
    ("/v1.0/?*", [#"pathPattern '/v1\.0/..*'"#, "broader"]),
    ("/v1.0", ["path '/v1.0'", "path '/v1.0/'"]),
    ("/v1.0/*", ["path '/v1.0'", "pathPrefix '/v1.0/'"]),
    ("/a?", ["pathPattern '/a.'", "pathPattern '/a./'", "broader"]),
    ("/a/*/b", ["pathPrefix '/a/'", "broader"]), ("*.pdf", ["pathPrefix '/'", "broader"]),
    // '/%2A' is sent for '/*', which has none of these characters.
    ("/?2a", ["pathPattern '/..*'", "broader"]), ("/??a", ["pathPattern '/..*'", "broader"]),
    ("/caf%C3%A9", ["path '/café'", "path '/café/'"]),
    ("/$(digit)", ["pathPrefix '/'", "broader"]),
  ])
  func `a path is as narrow as attributes can say`(_ path: String, _ expected: [String]) {
    #expect(paths(path) == expected)
  }

  @Test func `newer systems know ends, and letters in either case`() {
    #expect(paths("*.pdf", minSDK: 31) == ["pathSuffix '.pdf'", "pathSuffix '.pdf/'"])
    #expect(paths("/v1.0/?*", minSDK: 31) == [#"pathAdvancedPattern '/v1\.0/..*'"#])
    #expect(paths("*a", minSDK: 31) == ["pathPrefix '/'", "broader"])
    let folded = { (component: inout Component) in component.caseSensitive = false }
    #expect(paths("/a1", change: folded) == ["pathPattern '/.1'", "pathPattern '/.1/'", "broader"])
    #expect(
      paths("/a1+/*", minSDK: 31, change: folded) == [
        #"pathAdvancedPattern '/[aA]1\+'"#, #"pathAdvancedPattern '/[aA]1\+/.*'"#,
      ])
  }

  @Test(arguments: [
    ("/help", ["path '/help'", "path '/help/'"]),
    ("/s/*.qr", ["pathPrefix '/s/', pathSuffix '.qr'", "pathPrefix '/s/', pathSuffix '.qr/'"]),
    // A text in which both ends share characters, a digit of an escape, and more than one star.
    ("/aba*ab", []), ("/s/*a", []), ("/a*b*c", []), ("/$(lang)/x", []),
  ])
  func `what attributes can say together is said exactly or not at all`(
    _ path: String, _ expected: [String]
  ) {
    let exact = IntentPaths.exact(Component(path: path), minSDK: 35)
    #expect(exact.map { $0.map(\.description).joined(separator: ", ") } == expected)
  }
}
