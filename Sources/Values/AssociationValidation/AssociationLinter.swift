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
    report(on: file, budget: repairs == .proposed ? Rehearsal.usualBudget : 0).sorted
  }

  /// - Parameter budget: the number of evaluations for trying repairs out.
  static func report(
    on file: AssociationFile, budget: Int = Rehearsal.usualBudget
  ) -> Report {
    switch file {
    case .apple(let association):
      let subject = AppleFile(association)
      var report = Report(
        association.document, rehearsal: Rehearsal(association, budget: budget))
      for rule in AppleFile.rules { report.run(rule.code) { rule.check(subject, &$0) } }
      return report
    case .android(let links):
      let subject = AndroidFile(links)
      var report = Report(links.document)
      for rule in AndroidFile.rules { report.run(rule.code) { rule.check(subject, &$0) } }
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
    "empty-file", "json-syntax", "root-type", OtherEnvironment.code, "platforms-disagree",
    "signed-unreadable", "string-too-long", "unreadable-file",
  ]
}
