public import AppAssociation
import JSONSyntax
import WebSyntax

extension AssociationLinter {
  /// The differences between the two files of one site, found with sample URLs from the rules of
  /// Apple's file.
  ///
  /// Statements without rules are left out, since for them the app's manifest decides.
  public static func disagreements(
    _ association: AppSiteAssociation, _ links: AssetLinks
  ) -> [Finding] {
    let packages = links.statements.filter { $0.dynamicRules != nil }.compactMap(\.packageName)
    guard !packages.isEmpty else { return [] }
    let apple = AssociationEvaluator(association)
    let android = AndroidEvaluator(links)
    let dynamicCount = links.statements.reduce(0) { $0 + 1 + ($1.dynamicRules?.array?.count ?? 0) }
    let appleCount = apple.entries.reduce(apple.identifiers.count) { count, entry in
      count + entry.details.identifiers(on: apple.features).count * entry.rules.count
    }
    var budget = WorkBudget(left: 10_000_000)
    var seen: Set<String> = []
    var findings: [Finding] = []
    for entry in apple.entries {
      for rule in entry.rules {
        guard findings.count < 5, budget.spend(appleCount + packages.count * dynamicCount),
          let sample = ExampleURL(rule.component, variables: apple.variables),
          seen.insert(sample.text).inserted, let url = WebURL("https://example.com" + sample.text)
        else { continue }
        let opensApple = apple.identifiers.contains {
          apple.verdict(for: sample.parts, app: $0).decision == .match
        }
        let opensAndroid = packages.contains {
          android.explanation(for: url, package: $0).verdict.decision == .match
        }
        guard opensApple != opensAndroid else { continue }
        findings.append(disagreement(sample.text, opensApple, entry.details.path(of: rule.source)))
      }
    }
    return findings
  }

  private static func disagreement(_ url: String, _ opensApple: Bool, _ rule: String) -> Finding {
    let (opening, staying) = opensApple ? ("iOS", "Android") : ("Android", "iOS")
    return Finding(
      code: "platforms-disagree", severity: .warning,
      message:
        "'\(url)' opens the app on \(opening) but not on \(staying) (\(rule) of Apple's file)",
      help: "make both files open the same URLs, or generate them from one list of routes")
  }
}
