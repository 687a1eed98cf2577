public import AppAssociation
import JSONSyntax
import WebSyntax

/// Finds faults in association files.
public enum AssociationLinter {
  /// All findings of the rules, in the order of the file.
  public static func findings(in file: AssociationFile) -> [Finding] { report(on: file).sorted }

  /// Whether findings propose repairs. Each of them is tried out first, which takes far longer than
  /// everything else.
  package enum Repairs: Sendable {
    case proposed, untried
  }

  /// - Parameter budget: the steps of work for all searches: comparisons of rules with each other, and
  ///   trials of repairs.
  static func report(
    on file: AssociationFile, _ repairs: Repairs = .proposed, budget: Int = Report.usualBudget
  ) -> Report {
    switch file {
    case .apple(let association):
      var report = Report(association.document, budget: budget)
      report.run(
        AppleFile.rules, on: AppleFile(association), last: AppleFile.codesOfConsequences)
      report.propose(repairs == .proposed ? RepairTrial(association) : nil)
      return report
    case .android(let links):
      var report = Report(links.document)
      report.run(AndroidFile.rules, on: AndroidFile(links))
      report.propose(nil)
      return report
    }
  }

  /// The codes of all rules and of the errors outside the rules.
  public static var codes: [String] {
    (ruleCodes + otherCodes).sorted()
  }

  static let ruleCodes =
    AppleFile.rules.map(\.code) + AndroidFile.rules.map(\.code)
    + HostDocument.allCases.map(\.rule.code)

  /// The codes for the text itself, for two files together, and for files that cannot be read,
  /// which only the command can find; and for searches that were cut short.
  static let otherCodes = [
    "empty-file", "json-syntax", "left-unsearched", "root-type", "other-environment",
    "platforms-disagree", "signed-unreadable", "string-too-long", "unreadable-file",
  ]
}

extension AssociationLinter {
  /// The positions at which a document of a host names apps of other environments, in its order;
  /// empty for a text that is not JSON. With such a name, a test build takes the links of everyone who
  /// has it, or the app of the store those of a test host.
  ///
  /// - Parameters:
  ///   - bytes: the text; whatever it holds, the answer is a list of findings.
  ///   - foreign: what each identifier belongs to, as in `app 'beta' of staging`.
  public static func otherEnvironments(
    in bytes: [UInt8], foreign: [String: String]
  ) -> [Finding] {
    guard !foreign.isEmpty, let document = try? JSONDocument(parsing: bytes) else { return [] }
    let rule = Rule<Spot, Report>("other-environment") { root, report in
      root.visit { value in
        // Old files have application identifiers for names.
        for (text, spot) in value.names + [(value.string ?? "", value)] {
          guard let owner = foreign[text] else { continue }
          report.error(
            spot, "'\(text)' is \(owner): expected apps of the file's own environment",
            help: "serve each environment from a host of its own, and name its own apps there")
        }
      }
    }
    var report = Report(document)
    report.run([rule], on: Spot(document.root, path: ""))
    return report.sorted
  }
}

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
    let steps = links.statements.compactMap(\.dynamicRules).reduce(100) { steps, node in
      let rules = (try? DynamicRule.list(node)) ?? []
      return rules.reduce(steps) { $0 + $1.component.stepsOnAndroid }
    }
    var budget = WorkBudget(left: 8_000_000)
    var seen: Set<String> = []
    var findings: [Finding] = []
    for entry in apple.entries {
      for rule in entry.rules {
        guard findings.count < 5, budget.spend(steps + packages.count * 20),
          let sample = ExampleURL(rule.component, variables: apple.variables),
          seen.insert(sample.text).inserted, let url = WebURL("https://example.com" + sample.text)
        else { continue }
        let opensApple = apple.identifiers.contains {
          apple.verdict(for: sample.parts, app: $0, &budget)?.decision == .match
        }
        let opensAndroid = packages.contains {
          android.explanation(for: url, package: $0).verdict.decision == .match
        }
        guard opensApple != opensAndroid, !budget.isExceeded else { continue }
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
