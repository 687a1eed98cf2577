import Testing

@testable import AppAssociation

/// Decides a URL like the table of a server.
func decide(_ table: RoutingTable, _ target: String, fragment: String = "") -> RoutingMatch? {
  let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
  let path = Array(parts[0].utf8)
  let query = parts.count > 1 ? Array(parts[1].utf8) : []
  return table.match(path: path.span, query: query.span, fragment: Array(fragment.utf8).span)
}

func rule(_ component: Component) -> RoutingRule {
  RoutingRule(component: component, apps: [0], opensApps: component.exclude != true)
}

@Test func `the first match wins however rules are found`() throws {
  let table = try RoutingTable(rules: [
    rule(Component(path: "/help/website/*", exclude: true)),
    rule(Component(path: "*.pdf", exclude: true)),
    rule(Component(path: "/help/*", query: .items([.init(name: "n", pattern: "????")]))),
    rule(Component(path: "/help/*")), rule(Component(path: "/*")),
  ])
  #expect(decide(table, "/help/website/faq")?.rule == 0)
  #expect(decide(table, "/help/a.pdf")?.rule == 1)
  #expect(decide(table, "/help/123?n=4815")?.rule == 2)
  #expect(decide(table, "/help/123?n=481")?.rule == 3)
  #expect(decide(table, "/help")?.rule == 3)
  #expect(decide(table, "/")?.rule == 4)
}

@Test func `captures the text that the generated pattern would match`() throws {
  let table = try RoutingTable(rules: [
    rule(Component(path: "/article/{id}")), rule(Component(path: "/u/{user}/p/{post}")),
  ])
  func captured(_ path: String) -> [String] {
    guard let match = decide(table, path) else { return [] }
    let bytes = Array(path.utf8)
    return match.captures.map { "\($0.name)=\(String(decoding: bytes[$0.range], as: UTF8.self))" }
  }
  #expect(captured("/article/42") == ["id=42"])
  #expect(captured("/article/42/") == ["id=42"])
  #expect(captured("/article/a/b") == ["id=a/b"])
  #expect(captured("/article/") == [])
  #expect(captured("/u/jo/p/7/p/8") == ["user=jo/p/7", "post=8"])
}

@Test(arguments: [
  ("/$(food)/{id}/*", "/pizza/7", ["7"]), ("/$(food)/{id}/*", "/piz/7/x/", ["7/x"]),
  ("/*/{id}", "/a/b/7", ["7"]), ("/{a}-?{b}", "/x-y-z1", ["x-y", "1"]),
  ("/$(upper){id}", "/qX", ["X"]),
])
func `captures as much as possible beside wildcards and variables`(
  _ pattern: String, _ path: String, _ values: [String]
) throws {
  let table = try RoutingTable(
    rules: [rule(Component(path: pattern, caseSensitive: false))],
    substitutionVariables: [("food", ["piz", "pizza"])])
  let match = try #require(decide(table, path))
  let bytes = Array(path.utf8)
  #expect(match.captures.map { String(decoding: bytes[$0.range], as: UTF8.self) } == values)
}

@Test(arguments: [
  ("/%E5%BA%97/%E6%9D%B1%20x", "%E6%9D%B1%20x"), ("/店/x%2Fy", "x%2Fy"),
  ("/%E5%BA%97/100%", "100%"), ("/%E5%BA%97/a/", "a"),
])
func `captures the text as written where the path is compared decoded`(
  _ path: String, _ name: String
) throws {
  let table = try RoutingTable(rules: [rule(Component(path: "/店/{name}", percentEncoded: false))])
  let match = try #require(decide(table, path))
  let bytes = Array(path.utf8)
  #expect(match.captures.map { String(decoding: bytes[$0.range], as: UTF8.self) } == [name])
}

@Test func `reports every fault of every rule`() {
  let rules = [
    rule(Component(path: "/a/{id}/{id}")), rule(Component(path: "/b/{")),
    rule(Component(path: "/c/$(nope)", query: .items([.init(name: "x", pattern: "$(y")]))),
    rule(Component(path: "/d#e")),
  ]
  do throws(RoutingTableError) {
    _ = try RoutingTable(rules: rules)
    Issue.record("faulty rules were compiled")
  } catch {
    #expect(
      error.faults.map { "\($0.rule) \($0.part) \($0.message)" } == [
        "0 / '{id}' is repeated in '/a/{id}/{id}'",
        "1 / '/b/{' has a stray brace: expected '{name}'",
        "2 / the variable '$(nope)' is not defined: expected it in 'substitutionVariables'",
        "2 ? '$(y' has '$(' without ')'",
        "3 / '/d#e' contains '#', which a path cannot have: use the key '#'",
      ])
  }
}
