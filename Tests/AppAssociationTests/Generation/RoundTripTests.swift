import Testing

@testable import AppAssociation

/// Random tables over few letters, so that rules overlap in every way.
private struct RandomSite {
  var generator: SplitMix

  mutating func pattern() -> String {
    let parts = ["/a", "/b", "/ab", "/*", "/?", "/{x}", "*", "/a*", "/"]
    let count = Int.random(in: 1...2, using: &generator)
    let text = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "/" }.joined()
    let names = text.split(separator: "{x}", omittingEmptySubsequences: false)
    return names.enumerated().map { $0 == 0 ? String($1) : "{x\($0)}\($1)" }.joined()
  }

  mutating func rule() -> RoutingRule {
    var component = Component(path: pattern())
    if Int.random(in: 0..<4, using: &generator) == 0 {
      let wanted = ["?*", "*", "1", ""].randomElement(using: &generator) ?? "*"
      component.query = .items([.init(name: "q", pattern: wanted)])
    }
    if Int.random(in: 0..<6, using: &generator) == 0 { component.caseSensitive = false }
    let isExcluded = Int.random(in: 0..<4, using: &generator) == 0
    if isExcluded { component.exclude = true }
    let apps = isExcluded ? [] : [[0], [1], [0, 1]].randomElement(using: &generator) ?? [0]
    let opens = !isExcluded && Int.random(in: 0..<5, using: &generator) > 0
    return RoutingRule(component: component, apps: apps, opensApps: opens)
  }

  mutating func url() -> String {
    let parts = ["/", "/a", "/b", "/ab", "/A", "//", "/a/b", "/b/a/"]
    let count = Int.random(in: 1...2, using: &generator)
    let path = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "/" }.joined()
    return path + (["", "", "?q=1", "?q=", "?r=1&q=2"].randomElement(using: &generator) ?? "")
  }
}

private func table(_ components: [Component]) throws -> RoutingTable {
  try RoutingTable(
    rules: components.map {
      RoutingRule(component: $0, apps: [0], opensApps: $0.exclude != true)
    })
}

private func opens(_ table: RoutingTable, _ components: [Component], _ url: String) -> Bool {
  decide(table, url).map { components[$0.rule].exclude != true } ?? false
}

private func legacyComponents(_ paths: [String]) -> [Component] {
  paths.map { path in
    path.hasPrefix("NOT ")
      ? Component(path: String(path.dropFirst(4)), exclude: true) : Component(path: path)
  }
}

@Test func `decides in a generated file as on the server, and never more in a legacy one`() throws {
  var site = RandomSite(generator: SplitMix(state: 7))
  let identifier = try #require(AppIdentifier("AAAAAAAAAA.one"))
  var disagreements: [String] = []
  for _ in 0..<400 {
    let rules = (0..<Int.random(in: 1...6, using: &site.generator)).map { _ in site.rule() }
    let apps = [AssociationSource.App(appIDs: [identifier]), AssociationSource.App(appIDs: [])]
    let source = AssociationSource(apps: apps, rules: rules)
    let server = try RoutingTable(rules: rules)
    for app in 0..<2 {
      let generated = AppRules(app: app, source: source)
      let components = generated.entries.map(\.component)
      let file = try table(components)
      let old = legacyComponents(
        LegacyPaths(generated, oldestSystem: SystemVersion(12)).paths)
      let oldFile = try table(old)
      for _ in 0..<20 {
        let url = site.url()
        let rule = decide(server, url).map { rules[$0.rule] }
        let expected = rule.map { $0.opensApps && $0.apps.contains(app) } ?? false
        if opens(file, components, url) != expected {
          disagreements.append("\(url) for app \(app): \(rules)")
        }
        if opens(oldFile, old, url), !expected {
          disagreements.append("legacy \(url) for app \(app): \(rules)")
        }
      }
    }
  }
  #expect(disagreements == [])
}
