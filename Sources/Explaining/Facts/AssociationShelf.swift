import AppAssociation
import Cryptography
import SiteModel

/// The association files of the sites as devices see them, generated or the site's own; each is read
/// once.
struct AssociationShelf {
  private var apple: [Int: AppSiteAssociation?] = [:]
  private var android: [Int: AssetLinks?] = [:]
  private var evaluators: [Key: AssociationEvaluator] = [:]

  private struct Key: Hashable {
    let site: Int
    let system: SystemVersion
  }

  /// A URL of a site, and what the answer depends on.
  struct Question {
    let snapshot: ServiceSnapshot
    let site: Int
    let url: WebURL
    /// The first app of the route that the URL names; nil when it names none.
    let routeApp: Int?
  }

  /// The answer of Apple's file that counts: that of the app that opens, or else of the one that
  /// comes closest; nil when the site serves no file, or it names no app.
  mutating func apple(
    _ question: Question, system: SystemVersion
  ) -> AssociationAnswer? {
    guard let evaluator = evaluator(question, system: system) else { return nil }
    let apps = question.snapshot.apps
    let answers = evaluator.identifiers.map { identifier in
      let app = apps.firstIndex { app in
        (app.apple?.appIDs ?? []).contains { $0.description == identifier }
      }
      return AssociationAnswer(
        app: app, name: app.map { apps[$0].key } ?? identifier,
        explanation: evaluator.explanation(for: question.url, app: identifier))
    }
    return .deciding(among: answers, routeApp: question.routeApp)
  }

  /// Whether Apple's file opens a URL in one certain app.
  mutating func apple(
    _ question: Question, system: SystemVersion, opens app: Int
  ) -> Bool {
    guard let evaluator = evaluator(question, system: system) else { return false }
    return (question.snapshot.apps[app].apple?.appIDs ?? []).contains { identifier in
      let explanation = evaluator.explanation(
        for: question.url, app: identifier.description)
      return explanation.verdict.decision == .match
    }
  }

  /// The answer of Android's file that counts.
  mutating func android(
    _ question: Question, system: SystemVersion
  ) -> AssociationAnswer? {
    guard let links = assetLinks(question) else { return nil }
    let apps = question.snapshot.apps
    let evaluator = AndroidEvaluator(links, system: system)
    let answers = links.packageNames.map { package in
      let app = apps.firstIndex { $0.android?.packageName == package }
      return AssociationAnswer(
        app: app, name: app.map { apps[$0].key } ?? package,
        explanation: evaluator.explanation(for: question.url, package: package))
    }
    return .deciding(among: answers, routeApp: question.routeApp)
  }

  private mutating func evaluator(
    _ question: Question, system: SystemVersion
  ) -> AssociationEvaluator? {
    let key = Key(site: question.site, system: system)
    if let known = evaluators[key] { return known }
    guard let file = association(question) else { return nil }
    let evaluator = AssociationEvaluator(file, system: system)
    evaluators[key] = evaluator
    return evaluator
  }

  private mutating func association(_ question: Question) -> AppSiteAssociation? {
    if let known = apple[question.site] { return known }
    let bytes = question.snapshot.sites[question.site].appleDocument ?? []
    let content =
      AssociationDocuments.isSigned(bytes) ? SignedMessage.uncheckedContent(of: bytes) : nil
    let file = try? AssociationFile(
      decoding: content ?? bytes, kind: .apple, isSigned: content != nil)
    var association: AppSiteAssociation?
    if case .apple(let found) = file { association = found }
    apple[question.site] = .some(association)
    return association
  }

  private mutating func assetLinks(_ question: Question) -> AssetLinks? {
    if let known = android[question.site] { return known }
    let file = try? AssociationFile(
      decoding: question.snapshot.sites[question.site].androidDocument ?? [], kind: .android)
    var links: AssetLinks?
    if case .android(let found) = file { links = found }
    android[question.site] = .some(links)
    return links
  }
}
