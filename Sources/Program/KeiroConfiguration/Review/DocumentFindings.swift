import AppAssociation
import AssociationValidation
import JSONSyntax
import Questions
import SiteModel

/// The association files that sites serve, judged as by `keiro validate`: generated ones, whose
/// values come from routes and apps, and those in `documents`.
enum DocumentFindings {
  /// Findings that other rules and the generator already report about routes.
  private static let reportedOfRoutes: Set = [
    "duplicate-rule", "dynamic-dot", "dynamic-escape", "dynamic-unreachable", "unreachable-rule",
  ]

  static func check(_ subject: ReviewedConfiguration, _ report: inout ReviewReport) {
    let owners = Self.owners(subject)
    let documents = AssociationDocuments(subject.service.apps)
    for (number, (path, site)) in subject.sites.enumerated() {
      let foreign = subject.service.apps.foreignIdentifiers(to: site.environment)
      if let bytes = site.ownAppleDocument {
        add(bytes, .apple, at: path + ".documents.apple", foreign, &report)
      } else if let document = documents.generated(site) {
        add(document.bytes, .apple, of: path, &report) { finding in
          document.rule(at: finding.path).map { "\(path).routes[\($0)]" } ?? owners[finding.subject]
        }
      }
      if let bytes = site.ownAndroidDocument {
        add(bytes, .android, at: path + ".documents.android", foreign, &report)
      } else if let bytes = subject.snapshot.sites[number].documents[.android] {
        add(bytes, .android, of: path, &report) { owners[$0.subject] }
      }
    }
  }

  /// The positions in the configuration of values that generated files repeat.
  private static func owners(_ subject: ReviewedConfiguration) -> [String: String] {
    var owners: [String: String] = [:]
    for (path, app) in subject.apps {
      for (index, identifier) in (app.apple?.appIDs ?? []).enumerated() {
        owners["\(identifier)"] = "\(path).apple.appIDs[\(index)]"
      }
      for (index, identifier) in (app.apple?.appClipIDs ?? []).enumerated() {
        owners["\(identifier)"] = "\(path).apple.appClipIDs[\(index)]"
      }
      if let name = app.android?.packageName { owners[name] = path + ".android.packageName" }
    }
    return owners
  }

  private static func findings(
    _ bytes: [UInt8], _ kind: AssociationFile.Kind, _ foreign: [String: String] = [:]
  ) -> [Finding] {
    // A configuration is not repaired by moving rules in the files that it generates.
    let answer = ValidationAnswer(
      [.source(AssociationText("", bytes: bytes))], kind: .association(kind), foreign: foreign,
      repairs: .untried)
    return answer.files
      .flatMap(\.findings).filter { $0.severity != .note }
  }

  /// Reports the findings on a site's own file, each with its position in that file.
  private static func add(
    _ bytes: [UInt8], _ kind: AssociationFile.Kind, at path: String, _ foreign: [String: String],
    _ report: inout ReviewReport
  ) {
    for finding in findings(bytes, kind, foreign) {
      let position = finding.line.map { "line \($0), column \(finding.column ?? 1)" } ?? "the file"
      let inside = finding.path.isEmpty ? "" : " \(finding.path):"
      report.add(finding, path, "\(position):\(inside) \(finding.message)")
    }
  }

  /// Reports the findings on a generated file.
  ///
  /// - Parameter origin: returns where the configuration has the value that a finding is about; nil
  ///   if that is unknown.
  private static func add(
    _ bytes: [UInt8], _ kind: AssociationFile.Kind, of site: String, _ report: inout ReviewReport,
    origin: (Finding) -> String?
  ) {
    let name = kind == .apple ? "apple-app-site-association" : "assetlinks.json"
    for finding in findings(bytes, kind) where !reportedOfRoutes.contains(finding.code) {
      if let origin = origin(finding) {
        report.add(finding, origin, "\(name): \(finding.message)")
      } else {
        let inside = finding.path.isEmpty ? "" : " \(finding.path):"
        report.add(finding, site, "\(name):\(inside) \(finding.message)")
      }
    }
  }
}

extension Finding {
  /// The quoted text with which the message begins; empty if there is none.
  fileprivate var subject: String {
    guard message.hasPrefix("'") else { return "" }
    return String(message.dropFirst().prefix { $0 != "'" })
  }
}

extension ReviewReport {
  fileprivate mutating func add(_ finding: Finding, _ path: String, _ message: String) {
    add(finding.severity == .error ? .error : .warning, path, "\(message) [\(finding.code)]")
  }
}
