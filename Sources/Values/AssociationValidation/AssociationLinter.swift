public import AppAssociation
import JSONSyntax

/// Finds faults in association files.
public enum AssociationLinter {
  /// All findings of the rules, in the order of the file.
  public static func findings(in file: AssociationFile) -> [Finding] {
    findings(in: file, .proposed)
  }

  /// Whether findings propose repairs. Each of them is tried out first, which takes far longer than
  /// everything else.
  package enum Repairs: Sendable {
    case proposed, untried
  }

  static func findings(in file: AssociationFile, _ repairs: Repairs) -> [Finding] {
    report(on: file, budget: repairs == .proposed ? RepairTrial.usualBudget : 0).sorted
  }

  /// - Parameter budget: the number of evaluations for trying repairs out.
  static func report(
    on file: AssociationFile, budget: Int = RepairTrial.usualBudget
  ) -> Report {
    switch file {
    case .apple(let association):
      var report = Report(association.document, trial: RepairTrial(association, budget: budget))
      report.run(
        AppleFile.rules, on: AppleFile(association), last: AppleFile.codesOfConsequences)
      return report
    case .android(let links):
      var report = Report(links.document)
      report.run(AndroidFile.rules, on: AndroidFile(links))
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
  /// which only the command can find.
  static let otherCodes = [
    "empty-file", "json-syntax", "root-type", "other-environment", "platforms-disagree",
    "signed-unreadable", "string-too-long", "unreadable-file",
  ]
}
