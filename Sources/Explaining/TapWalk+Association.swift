import SiteModel
import AppAssociation

extension TapWalk {
  /// What the version makes of association files.
  mutating func describeSystem(_ facts: TapFacts) {
    guard facts.source != .redirect else { return }
    switch context.system {
    case .iOS(let version): describeApple(version)
    case .android(let version): describeAndroid(version)
    }
  }

  private mutating func describeApple(_ version: SystemVersion) {
    let name = "iOS \(version)"
    if version > .newestIOS {
      note(
        "\(name) is newer than any whose behaviour is known: answered as iOS \(SystemVersion.newestIOS)"
      )
    }
    switch version {
    case ..<SystemVersion(9):
      step("system", "\(name) has no universal links: they came with iOS 9", [Source.archive])
    case ..<SystemVersion(9, 2):
      step(
        "system", "\(name) reads 'paths' alone and does not know 'NOT', which came with iOS 9.2",
        ["R26", Source.archive])
    case ..<SystemVersion(13):
      step(
        "system", "\(name) reads the entries with 'paths': query and fragment do not count",
        ["R26", Source.archive])
    case ..<SystemVersion(13, 5):
      step(
        "system", "\(name) reads 'components', not yet with variables or 'caseSensitive'",
        [Source.details])
    case ..<SystemVersion(14):
      step(
        "system", "\(name) reads 'components', not yet 'percentEncoded' or 'defaults'",
        [Source.details])
    default:
      step(
        "system",
        "\(name) has the file from Apple's network, which asks the site within a day; devices look "
          + "again about once a week", [Source.associating])
    }
  }

  private mutating func describeAndroid(_ version: SystemVersion) {
    let name = "Android \(version)"
    if version > .newestAndroid {
      note(
        "\(name) is newer than any whose behaviour is known: answered as Android "
          + "\(SystemVersion.newestAndroid)")
    }
    switch version {
    case ..<SystemVersion(6):
      step("system", "\(name) has no App Links: they came with Android 6", [Source.appLinks])
    case ..<SystemVersion(12):
      step(
        "system", "\(name) asks which app to use where a host is not verified", [Source.appLinks])
    case ..<SystemVersion(15):
      step(
        "system", "\(name) verifies the host by assetlinks.json and goes by the app's manifest",
        [Source.appLinks])
    default:
      step(
        "system", "\(name) verifies the host and narrows the app's manifest by the file's rules",
        [Source.appLinks])
    }
  }

  /// Which rule of the association file decides, and how.
  mutating func describeAssociation(_ facts: TapFacts) {
    let file = context.system.isApple ? "apple-app-site-association" : "assetlinks.json"
    guard let answer = facts.answer else {
      step(
        "association", "\(facts.sitePath) serves no \(file): no app takes part", [facts.filePath])
      return
    }
    let explanation = answer.explanation
    (explanation.doubts.map(\.message) + explanation.remarks).forEach { note($0) }
    if let obstacle = explanation.obstacle {
      step(
        "association", "\(file) does not open \(answer.name): \(obstacle)", basis(nil, "R1", "R2"))
      return
    }
    switch explanation.verdict.decision {
    case .match:
      step(
        "association", "\(file) opens it in \(answer.name)",
        basis(explanation.verdict.rule, "R3"), details: parts(explanation.deciding))
    case .exclude:
      step(
        "association", "\(file) keeps it in the browser: the first rule that matches is an exclude",
        basis(explanation.verdict.rule, "R4"), details: parts(explanation.deciding))
    case .noMatch:
      let closest = explanation.closest.map { "; closest is \($0.rule)" } ?? ""
      step(
        "association", "no rule of \(file) is about it\(closest)", basis(nil, "R5"),
        details: parts(explanation.closest))
    }
  }

  /// The deciding rule, and why it does: by the numbers of Apple's rules, or by Google's page.
  private func basis(_ rule: String?, _ numbers: String...) -> [String] {
    (rule.map { [$0] } ?? []) + (context.system.isApple ? numbers : [Source.appLinks])
  }

  /// The parts of a rule and what became of each.
  private func parts(_ trace: RuleTrace?) -> [String] {
    (trace?.parts ?? []).map { part in
      let pattern = (part.name.map { $0 + "=" } ?? "") + "'\(part.pattern)'"
      let result = part.failure.map { "✗ \($0)" } ?? "✓ '\(part.text)'"
      return "\(part.key)  \(pattern)  \(result)"
    }
  }
}
