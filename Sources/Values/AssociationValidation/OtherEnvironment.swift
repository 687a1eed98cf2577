import AppAssociation
import JSONSyntax

/// The file of one environment names an app of another: a test build takes the links of everyone who
/// has it, or the app of the store those of a test host.
enum OtherEnvironment {
  static let code = "other-environment"

  static func check(_ root: Spot, _ foreign: [String: String], _ report: inout Report) {
    var waiting = [root]
    while let spot = waiting.popLast() {
      if let text = spot.string { check(text, spot, foreign, &report) }
      // Old files have application identifiers for names.
      for (name, spot) in spot.names { check(name, spot, foreign, &report) }
      waiting += spot.members.map(\.spot) + spot.elements
    }
  }

  private static func check(
    _ text: String, _ spot: Spot, _ foreign: [String: String], _ report: inout Report
  ) {
    guard let owner = foreign[text] else { return }
    report.error(
      spot, "'\(text)' is \(owner): expected apps of the file's own environment",
      help: "serve each environment from a host of its own, and name its own apps there")
  }
}

extension AssociationLinter {
  /// The positions at which a document of a host names apps of other environments, in its order;
  /// empty for a text that is not JSON.
  ///
  /// - Parameters:
  ///   - bytes: the text; whatever it holds, the answer is a list of findings.
  ///   - foreign: what each identifier belongs to, as in `app 'beta' of staging`.
  public static func otherEnvironments(
    in bytes: [UInt8], foreign: [String: String]
  ) -> [Finding] {
    guard !foreign.isEmpty, let document = try? JSONDocument(parsing: bytes) else { return [] }
    var report = Report(document)
    report.run(OtherEnvironment.code) {
      OtherEnvironment.check(Spot(document.root, path: ""), foreign, &$0)
    }
    return report.sorted
  }
}
