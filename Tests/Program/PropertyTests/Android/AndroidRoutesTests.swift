import Platforms
import RandomCases
import AppAssociation
import Testing
import WebSyntax

/// A site's routes open the same URLs on Android as on iOS, in every encoding, unless a finding
/// reports a difference for the deciding route.
struct AndroidRoutesTests {
  private struct Site {
    let rules: [RoutingRule]
    let apple: AssociationEvaluator
    let document: GeneratedDocument
    let android: AndroidEvaluator
    let packages: [String]
    let findings: [GenerationFinding]
    let isLower: Bool

    init?(_ rules: [RoutingRule], isLower: Bool) throws {
      let apps = try AndroidRoutesTests.identifiers.enumerated().map { number, identifier in
        AssociationSource.App(
          appIDs: [try #require(AppIdentifier(identifier))], packageName: "jp.app\(number)",
          sha256CertFingerprints: ["AA"])
      }
      let source = AssociationSource(apps: apps, rules: rules)
      guard let document = AssociationGenerator.apple(source),
        let file = AssociationGenerator.android(source),
        case .apple(let association) = try AssociationFile(decoding: document.bytes, kind: .apple)
      else { return nil }
      let links = try AndroidFiles.read(file.bytes)
      self.rules = rules
      self.document = document
      self.isLower = isLower
      apple = AssociationEvaluator(association)
      android = AndroidEvaluator(links, system: SystemVersion(15))
      packages = links.packageNames
      findings = file.findings
    }

    /// The verdict on iOS, and the route that decides.
    func apple(_ target: String, app: Int) throws -> (opens: Bool, rule: Int?) {
      let url = try #require(WebURL("https://example.com" + target))
      let verdict = apple.verdict(
        for: EvaluatedURL(url), app: AndroidRoutesTests.identifiers[app])
      return (verdict.decision == .match, verdict.rule.flatMap { document.rule(at: $0) })
    }

    func opensAndroid(_ target: String, app: Int) throws -> Bool {
      let package = "jp.app\(app)"
      guard packages.contains(package) else { return false }
      let url = try #require(WebURL("https://example.com" + target))
      return android.explanation(for: url, package: package).verdict.decision == .match
    }

    func tellsLess(_ rule: Int?) -> Bool {
      findings.contains { finding in
        guard let told = finding.rule, let rule else { return false }
        let coversLater = told < rule && finding.code != "android-include"
        return told == rule || coversLater
      }
    }

    var tellsCounting: Bool { findings.contains { $0.code == "android-characters" } }
  }

  private static let identifiers = ["AAAAAAAAAA.one", "AAAAAAAAAA.two"]

  @Test func `a route opens on Android what it opens on iOS, or a finding says what not`() throws {
    var counts = (opening: 0, staying: 0, told: 0)
    for number in 0..<CaseCount.cases / 3 {
      let seed = CaseSeed.value &+ UInt64(number)
      var routes = RandomRoutes(seed: seed)
      let rules = (0..<routes.dice.roll(1...4)).map { _ in routes.rule() }
      guard let site = try Site(rules, isLower: routes.isLower) else { continue }
      for _ in 0..<5 {
        let url = routes.url()
        for app in 0..<2 {
          guard let fault = try Self.fault(site, url, app, &counts) else { continue }
          Issue.record("KEIRO_SEED=\(seed): \(fault) for app \(app): \(rules)")
          return
        }
      }
    }
    print("Android's routes, from KEIRO_SEED=\(CaseSeed.value) on: \(counts)")
    guard CaseCount.areMany else { return }
    #expect(counts.opening > CaseCount.cases / 8 && counts.staying > CaseCount.cases)
    #expect(counts.told < counts.opening)
  }

  private static func fault(
    _ site: Site, _ url: SpelledURL, _ app: Int,
    _ counts: inout (opening: Int, staying: Int, told: Int)
  ) throws -> String? {
    let isLower = site.isLower
    let sent = try site.apple(url.spelled(.sent(isLower: isLower)), app: app)
    // Android decodes separators, which then separate.
    let divided = try site.apple(url.spelled(.divided(isLower: isLower)), app: app)
    let spellings: [SpelledURL.Spelling] = [
      .sent(isLower: true), .sent(isLower: false), .raw, .escaped,
    ]
    let verdicts = try spellings.map { try site.opensAndroid(url.spelled($0), app: app) }
    guard let opens = verdicts.first, verdicts.allSatisfy({ $0 == opens }) else {
      return "the spellings of \(url) differ"
    }
    switch (opens, sent.opens, divided.opens) {
    case (true, false, false):
      return site.tellsCounting ? nil : "\(url) opens on Android alone"
    case (false, true, true):
      guard site.tellsLess(sent.rule) || site.tellsLess(divided.rule) else {
        return "\(url) opens on iOS alone, by route \(sent.rule ?? -1)"
      }
      counts.told += 1
    case (true, _, _): counts.opening += 1
    case (false, _, _): counts.staying += 1
    }
    return nil
  }
}
