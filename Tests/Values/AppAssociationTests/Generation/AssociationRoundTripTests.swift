import Platforms
import RandomCases
import Testing
import WebSyntax

@testable import AppAssociation

/// Random tables over a few letters, so that rules overlap in every way.
private struct RandomSite {
  var generator: Dice

  mutating func pattern() -> String {
    let parts = ["/a", "/b", "/ab", "/*", "/?", "/{x}", "*", "/a*", "/"]
    let count = generator.roll(1...2)
    let text = (0..<count).map { _ in generator.pick(parts) }.joined()
    let names = text.split(separator: "{x}", omittingEmptySubsequences: false)
    return names.enumerated().map { $0 == 0 ? String($1) : "{x\($0)}\($1)" }.joined()
  }

  mutating func rule() -> RoutingRule {
    var component = Component(path: pattern())
    if generator.once(in: 4) {
      let wanted = generator.pick(["?*", "*", "1", ""])
      component.query = .items([.init(name: "q", pattern: wanted)])
    }
    if generator.once(in: 6) { component.caseSensitive = false }
    let isExcluded = generator.once(in: 4)
    if isExcluded { component.exclude = true }
    let apps = isExcluded ? [] : generator.pick([[0], [1], [0, 1]])
    let opens = !isExcluded && !generator.once(in: 5)
    return RoutingRule(component: component, apps: apps, opensApps: opens)
  }

  mutating func url() -> String {
    let parts = ["/", "/a", "/b", "/ab", "/A", "//", "/a/b", "/b/a/"]
    let count = generator.roll(1...2)
    let path = (0..<count).map { _ in generator.pick(parts) }.joined()
    return path + generator.pick(["", "", "?q=1", "?q=", "?r=1&q=2"])
  }
}

/// Generated files give the decisions of the routes that they are made from.
struct AssociationRoundTripTests {
  /// Evaluates the file generated from a site for every version that the site supports.
  @Test func `the bytes of a file give the same decisions as the server`() throws {
    var site = RandomSite(generator: Dice(seed: CaseSeed.value &+ 11))
    let identifiers = ["AAAAAAAAAA.one", "AAAAAAAAAA.two"]
    let oldest = SystemVersion(9, 2)
    let apps = identifiers.compactMap(AppIdentifier.init).map {
      AssociationSource.App(appIDs: [$0], oldestSystem: oldest)
    }
    let versions = ["9.2", "12.0", "13.0", "13.5", "14.0", "26.0"].compactMap(SystemVersion.init)
    var disagreements: [String] = []
    for _ in 0..<150 {
      let rules = (0..<site.generator.roll(1...6)).map { _ in site.rule() }
      let source = AssociationSource(apps: apps, rules: rules)
      let server = try RoutingTable(rules: rules)
      let foldsCase = rules.contains { $0.component.caseSensitive == false }
      let urls = (0..<20).map { _ in site.url() }
      func expected(_ url: String, _ app: Int) -> Bool {
        let rule = decide(server, url).map { rules[$0.rule] }
        return rule.map { $0.opensApps && $0.apps.contains(app) } ?? false
      }
      if let document = AssociationGenerator.apple(source),
        case .apple(let association) = try AssociationFile(decoding: document.bytes)
      {
        for version in versions {
          let evaluator = AssociationEvaluator(association, system: version)
          let isExact = version >= SystemVersion(foldsCase ? 14 : 13)
          // Before 13.5 matching is case-sensitive, so an exclude may miss; the generator warns of
          // that.
          if foldsCase, (SystemVersion(13)..<SystemVersion(13, 5)).contains(version) { continue }
          for url in urls {
            let parts = EvaluatedURL(try #require(WebURL("https://example.com" + url)))
            for (app, identifier) in identifiers.enumerated() {
              let opens = evaluator.verdict(for: parts, app: identifier).decision == .match
              let wanted = expected(url, app)
              if isExact ? opens != wanted : opens && !wanted {
                disagreements.append("\(url) on iOS \(version) for \(identifier): \(rules)")
              }
            }
          }
        }
      }
    }
    #expect(disagreements.prefix(3) == [])
  }
}
