import AppAssociation
import AssociationValidation
import JSONSyntax
import Questions
import SiteModel

/// The association files that sites serve, judged as by `keiro validate`: generated ones, whose
/// values come from routes and apps, and those in `documents`.
extension ConfigurationInspection {
  /// Findings that other rules and the generator already report about routes.
  private static let reportedOfRoutes: Set = [
    "duplicate-rule", "dynamic-dot", "dynamic-escape", "dynamic-unreachable", "unreachable-rule",
  ]

  mutating func checkDocuments() {
    let (owners, apps) = (owners, service.apps)
    let associations = AssociationDocuments(apps)
    for (number, (path, site)) in sites.enumerated() {
      let foreign = knowsEnvironments ? apps.foreignIdentifiers(to: site.environment) : [:]
      let generated = snapshot.sites[number].documents
      // Made once more only where a finding has to be told from which route it comes.
      lazy var document = associations.generated(site)
      if let bytes = site.ownAppleDocument {
        add(bytes, .apple, at: path + ".documents.apple", foreign)
      } else if let bytes = generated[.apple] {
        add(bytes, .apple, of: path) { finding in
          document?.rule(at: finding.path).map { "\(path).routes[\($0)]" }
            ?? owners[finding.subject]
        }
      }
      if let bytes = site.ownAndroidDocument {
        add(bytes, .android, at: path + ".documents.android", foreign)
      } else if let bytes = generated[.android] {
        add(bytes, .android, of: path) { owners[$0.subject] }
      }
    }
  }

  /// The positions in the configuration of values that generated files repeat.
  private var owners: [String: String] {
    var owners: [String: String] = [:]
    for (path, app) in apps {
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

  private mutating func add(_ finding: Finding, _ path: String, _ message: String) {
    add(finding.severity == .error ? .error : .warning, path, "\(message) [\(finding.code)]")
  }

  /// Reports the findings on a site's own file, each with its position in that file.
  private mutating func add(
    _ bytes: [UInt8], _ kind: AssociationFile.Kind, at path: String, _ foreign: [String: String]
  ) {
    for finding in Self.findings(bytes, kind, foreign) {
      let position = finding.line.map { "line \($0), column \(finding.column ?? 1)" } ?? "the file"
      let inside = finding.path.isEmpty ? "" : " \(finding.path):"
      add(finding, path, "\(position):\(inside) \(finding.message)")
    }
  }

  /// Reports the findings on a generated file.
  ///
  /// - Parameter origin: returns where the configuration has the value that a finding is about; nil
  ///   if that is unknown.
  private mutating func add(
    _ bytes: [UInt8], _ kind: AssociationFile.Kind, of site: String,
    origin: (Finding) -> String?
  ) {
    let name = kind == .apple ? "apple-app-site-association" : "assetlinks.json"
    for finding in Self.findings(bytes, kind) where !Self.reportedOfRoutes.contains(finding.code) {
      let (origin, message) = (origin(finding), finding.message + finding.formInRoute)
      let inside = origin != nil || finding.path.isEmpty ? "" : " \(finding.path):"
      add(finding, origin ?? site, "\(name):\(inside) \(message)")
    }
  }
}

extension Finding {
  /// The quoted text with which the message begins; empty if there is none.
  fileprivate var subject: String {
    guard message.hasPrefix("'") else { return "" }
    return String(message.dropFirst().prefix { $0 != "'" })
  }

  /// What a route has in the place of a parameter as other routers write it.
  fileprivate var formInRoute: String {
    guard code.hasSuffix("-parameter") else { return "" }
    let name = subject.filter { $0.isLetter || $0.isNumber || $0 == "_" }
    let isCapture = path.hasSuffix(#"["/"]"#) && name.first?.isLetter == true
    return ": expected '\(isCapture ? "{\(name)}" : "?*")'"
  }
}
