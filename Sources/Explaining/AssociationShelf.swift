import AppAssociation
import Cryptography
import HTTPCore
import SiteModel

/// The association files of the sites as devices see them, each read once, whether it was made from
/// the routes or is the site's own.
struct AssociationShelf {
  private var apple: [Int: AppSiteAssociation?] = [:]
  private var android: [Int: AssetLinks?] = [:]
  private var evaluators: [Key: AssociationEvaluator] = [:]

  private struct Key: Hashable {
    let site: Int
    let system: SystemVersion
  }

  /// What one app is told.
  struct Answer {
    /// Position of the app; nil for one that only the file knows.
    let app: Int?
    /// As the configuration names it, or as the file does.
    let name: String
    let explanation: Explanation

    var opens: Bool { explanation.verdict.decision == .match }
  }

  /// The answer of Apple's file that counts: that of the app that opens, or else of the one that
  /// comes closest; nil when the site serves no file, or it names no app.
  mutating func apple(
    _ snapshot: ServiceSnapshot, site: Int, url: WebURL, system: SystemVersion, routeApp: Int?
  ) -> Answer? {
    guard let evaluator = evaluator(snapshot, site: site, system: system) else { return nil }
    let answers = candidates(snapshot.apps, evaluator.identifiers).map { app, name, identifier in
      Answer(
        app: app, name: name,
        explanation: evaluator.explanation(for: url, app: identifier))
    }
    return Self.deciding(answers, routeApp: routeApp)
  }

  /// Whether Apple's file opens a URL in one certain app.
  mutating func apple(
    _ snapshot: ServiceSnapshot, site: Int, url: WebURL, system: SystemVersion, opens app: Int
  ) -> Bool {
    guard let evaluator = evaluator(snapshot, site: site, system: system) else { return false }
    return (snapshot.apps[app].apple?.appIDs ?? []).contains { identifier in
      let explanation = evaluator.explanation(for: url, app: identifier.description)
      return explanation.verdict.decision == .match
    }
  }

  /// The answer of Android's file that counts.
  mutating func android(
    _ snapshot: ServiceSnapshot, site: Int, url: WebURL, system: SystemVersion, routeApp: Int?
  ) -> Answer? {
    guard let links = assetLinks(snapshot, site: site) else { return nil }
    let evaluator = AndroidEvaluator(links, system: system)
    let answers = links.packageNames.map { package in
      let app = snapshot.apps.firstIndex { $0.android?.packageName == package }
      return Answer(
        app: app, name: app.map { snapshot.apps[$0].key } ?? package,
        explanation: evaluator.explanation(for: url, package: package))
    }
    return Self.deciding(answers, routeApp: routeApp)
  }

  private func candidates(
    _ apps: [AppDefinition], _ identifiers: [String]
  ) -> [(app: Int?, name: String, identifier: String)] {
    identifiers.map { identifier in
      let app = apps.firstIndex { app in
        (app.apple?.appIDs ?? []).contains { $0.description == identifier }
      }
      return (app, app.map { apps[$0].key } ?? identifier, identifier)
    }
  }

  /// Of several apps that open a URL the one that stands first in the file wins.
  private static func deciding(_ answers: [Answer], routeApp: Int?) -> Answer? {
    let opening = answers.enumerated().filter(\.element.opens).min { left, right in
      (left.element.entry, left.offset) < (right.element.entry, right.offset)
    }
    if let opening { return opening.element }
    let asked = answers.filter { $0.explanation.obstacle == nil }
    return answers.first { $0.app != nil && $0.app == routeApp }
      ?? asked.first { $0.explanation.verdict.decision == .exclude } ?? asked.first
      ?? answers.first
  }

  private mutating func evaluator(
    _ snapshot: ServiceSnapshot, site: Int, system: SystemVersion
  ) -> AssociationEvaluator? {
    let key = Key(site: site, system: system)
    if let known = evaluators[key] { return known }
    guard let file = association(snapshot, site: site) else { return nil }
    let evaluator = AssociationEvaluator(file, system: system)
    evaluators[key] = evaluator
    return evaluator
  }

  private mutating func association(
    _ snapshot: ServiceSnapshot, site: Int
  ) -> AppSiteAssociation? {
    if let known = apple[site] { return known }
    let bytes = snapshot.sites[site].appleDocument ?? []
    let content =
      AssociationDocuments.isSigned(bytes) ? SignedMessage.uncheckedContent(of: bytes) : nil
    let file = try? AssociationFile(
      decoding: content ?? bytes, kind: .apple, isSigned: content != nil)
    var association: AppSiteAssociation?
    if case .apple(let found) = file { association = found }
    apple[site] = .some(association)
    return association
  }

  private mutating func assetLinks(_ snapshot: ServiceSnapshot, site: Int) -> AssetLinks? {
    if let known = android[site] { return known }
    let file = try? AssociationFile(
      decoding: snapshot.sites[site].androidDocument ?? [], kind: .android)
    var links: AssetLinks?
    if case .android(let found) = file { links = found }
    android[site] = .some(links)
    return links
  }
}

extension AssociationShelf.Answer {
  /// The place of the entry that decided among those of the file.
  fileprivate var entry: Int {
    guard let rule = explanation.verdict.rule,
      let bracket = rule.firstIndex(of: "[")
    else { return 0 }
    return Int(rule[rule.index(after: bracket)...].prefix { $0 != "]" }) ?? 0
  }
}
