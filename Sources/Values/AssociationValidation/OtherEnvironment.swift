import AppAssociation
import JSONSyntax

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
