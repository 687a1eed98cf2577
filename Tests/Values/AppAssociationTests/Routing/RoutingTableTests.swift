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

/// Single rules whose verdicts were observed in Apple's `swcutil` or are documented by Apple.
private let verdicts: [(Component, String, Bool)] = [
  (Component(path: "abc", query: .string("def"), fragment: "*"), "/abc?def", true),
  (Component(path: "abc", query: .string("def"), fragment: "*"), "/abc", false),
  (Component(path: "/test/*"), "/test", true),
  (Component(path: "/buy/*"), "/buy//", true),
  (Component(path: "/buy/*"), "/buyer", false),
  (Component(path: "/buy"), "/buy/", true),
  (Component(path: "/buy/"), "/buy", true),
  (Component(path: "//abc"), "/abc", true),
  (Component(path: "buy/*"), "/buy/42", true),
  (Component(path: "*abc"), "/xabc", true),
  (Component(path: "/"), "", true),
  (Component(path: "/*"), "/", true),
  (Component(path: "*"), "/", true),
  (Component(path: "/id/????"), "/id/481", false),
  (Component(path: "/id/????"), "/id/4815", true),
  (Component(path: "/a/?*"), "/a/b", true),
  (Component(path: "/a/?*"), "/a/", false),
  (Component(path: "/a/*/c"), "/a/c", false),
  (Component(path: "/buy/*"), "/buy/42/x", true),
  (Component(path: "/search/", caseSensitive: false), "/SEARCH/", true),
  (Component(path: "/foo"), "/FOO", false),
  (Component(query: .items([.init(name: "key", pattern: "value")])), "/?key=value&extra=v", true),
  (
    Component(query: .items([.init(name: "a", pattern: "1"), .init(name: "b", pattern: "*")])),
    "/x?a=1", true
  ),
  (Component(query: .items([.init(name: "flag", pattern: "")])), "/x?flag", true),
  (Component(query: .items([.init(name: "id", pattern: "42")])), "/x?id=7&id=42", false),
  (Component(query: .items([.init(name: "id", pattern: "42")])), "/x?id=42&id=42", true),
  (Component(query: .string("?*")), "/x", false),
  (Component(query: .string("a=1")), "/x?a=1&b=2", false),
  (Component(fragment: "?*"), "/x", false),
  (Component(path: "/a b"), "/a%20b", false),
  (Component(path: "/a b", percentEncoded: false), "/a%20b", true),
  (Component(path: "/a/b"), "/a%2Fb", false),
  (Component(path: "/caf%C3%A9"), "/caf%c3%a9", false),
  (Component(path: "/$(region)/home"), "/UK/home", false),
  (Component(path: "/$(region)/home"), "/GB/home", true),
  (Component(path: "/$(lang)/$(upper)$(digit)"), "/ja/Q7", true),
  (Component(path: "/$(upper)", caseSensitive: false), "/q", true),
  (Component(), "/anything?at=all", true),
  (Component(path: "/foo/*/bar/201?/mypage"), "/foo/x/y/bar/2015/mypage", true),
]

@Test(arguments: verdicts)
func `matches single rules as Apple does`(_ component: Component, _ url: String, _ expected: Bool)
  throws
{
  let table = try RoutingTable(rules: [rule(component)])
  #expect((decide(table, url) != nil) == expected)
}

@Test func `supports wildcards in the values of variables`() throws {
  let rules = [
    rule(Component(path: "/$(lang)_$(region)/$(food)/")), rule(Component(path: "/$(w)/x")),
  ]
  let table = try RoutingTable(
    rules: rules,
    substitutionVariables: [("food", ["burrito", "pizza", "sushi"]), ("w", ["abc?"])])
  #expect(decide(table, "/en_US/pizza/")?.rule == 0)
  #expect(decide(table, "/abcz/x")?.rule == 1)
  #expect(decide(table, "/en_US/soup/") == nil)
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
        "2 / the variable '$(nope)' is not defined",
        "2 ? '$(y' has '$(' without ')'",
        "3 / '/d#e' contains '#', which a path cannot have: use the key '#'",
      ])
  }
}
