import AppAssociation
import Platforms
import RandomCases
import Testing
import WebSyntax

/// The intent filters of an app take every URL that opens it, and others only where their notes say so.
struct IntentFilterTests {
  private static let identifier = "AAAAAAAAAA.one"

  /// The path as `Uri.getPath` returns it.
  private static func decoded(_ url: WebURL) -> [UInt16] {
    Array(PercentCoding.decodeLossy(Array(url.path.utf8)[...]).utf16)
  }

  @Test(arguments: [24, 31, 35])
  func `a manifest takes what opens the app`(_ minSDK: Int) throws {
    var counts = (opening: 0, staying: 0, wider: 0)
    for number in 0..<CaseCount.cases / 3 {
      let seed = CaseSeed.value &+ UInt64(number)
      var routes = RandomRoutes(seed: seed)
      let rules = (0..<routes.dice.roll(1...4)).map { _ in routes.rule() }
      let apps = try [Self.identifier, "AAAAAAAAAA.two"].map {
        AssociationSource.App(appIDs: [try #require(AppIdentifier($0))])
      }
      var source = AssociationSource(apps: apps, rules: rules)
      if routes.dice.once(in: 4) { source.shortLinks = (routes.dice.pick(["/", "/a/"]), 0) }
      guard let document = AssociationGenerator.apple(source),
        case .apple(let association) = try AssociationFile(decoding: document.bytes, kind: .apple)
      else { continue }
      let host = try #require(HostPattern("example.com"))
      let filters = IntentFilters(app: 0, sites: [([host], source)], minSDK: minSDK)
      if !filters.elements.isEmpty {
        let read = try ManifestReader(Array(filters.xml(app: "a--b-", minSDK: minSDK).utf8))
        #expect(read.elements == filters.elements && read.faults == [], "KEIRO_SEED=\(seed)")
      }
      let apple = AssociationEvaluator(association)
      let matcher = IntentMatcher(filters: filters.filters)
      for _ in 0..<5 {
        let spelled = routes.url()
        let isLower = routes.isLower
        // Android decodes separators, which then separate.
        let (url, divided) = (
          try #require(WebURL("https://example.com" + spelled.spelled(.sent(isLower: isLower)))),
          try #require(WebURL("https://example.com" + spelled.spelled(.divided(isLower: isLower))))
        )
        let opens =
          apple.verdict(for: EvaluatedURL(url), app: Self.identifier).decision == .match
        let opensDivided =
          apple.verdict(for: EvaluatedURL(divided), app: Self.identifier).decision == .match
        let isTaken = matcher.matches(Self.decoded(url))
        switch (opens, isTaken) {
        case (true, true): counts.opening += 1
        case (false, false): counts.staying += 1
        // An exclude takes what its text is decoded to.
        case (true, false) where minSDK >= 35 && !opensDivided: counts.staying += 1
        case (true, false):
          Issue.record("KEIRO_SEED=\(seed): \(url) is not taken by \(filters): \(rules)")
          return
        case (false, true):
          counts.wider += 1
          guard opensDivided || filters.filters.allSatisfy({ !$0.notes.isEmpty }) else {
            Issue.record("KEIRO_SEED=\(seed): \(url) is taken by \(filters): \(rules)")
            return
          }
        }
      }
    }
    print("Intent filters, from KEIRO_SEED=\(CaseSeed.value) on: \(counts)")
    guard CaseCount.areMany else { return }
    #expect(counts.opening > CaseCount.cases / 8 && counts.staying > CaseCount.cases / 4)
  }
}
