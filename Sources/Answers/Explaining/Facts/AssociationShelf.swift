import AppAssociation
import Cryptography
import Platforms
import SiteModel
import Synchronization
import WebSyntax

/// The association files of the sites of one configuration as devices see them, generated or the
/// site's own. Each is read once: reading a large one takes longer than all the rest of an
/// explanation.
package final class AssociationShelf: Sendable {
  private struct Files {
    var apple: [Key: AssociationEvaluator?] = [:]
    /// By site.
    var android: [Int: AssetLinks?] = [:]
    var answers: [Asked: AssociationAnswer?] = [:]
  }

  private struct Key: Hashable {
    let site: Int
    let system: SystemVersion
  }

  /// What an answer of a file depends on.
  private struct Asked: Hashable {
    let site: Int
    let url: WebURL
    let routeApp: Int?
    let installed: InstalledApps
    let system: SystemVersion
    let isApple: Bool
  }

  private let files = Mutex(Files())
  private let remembersAnswers: Bool
  /// Files as read for one version each. Beyond that number all are forgotten.
  private static let capacity = 256
  /// Answers hold what became of every rule.
  private static let answerCapacity = 64

  /// - Parameter remembersAnswers: whether the same questions come again and again, as for every kind of
  ///   tap on one URL.
  package init(remembersAnswers: Bool = false) {
    self.remembersAnswers = remembersAnswers
  }

  /// A URL of a site, and what the answer depends on.
  struct Question {
    let snapshot: ServiceSnapshot
    let site: Int
    let url: WebURL
    /// The first app of the route that the URL names; nil when it names none.
    let routeApp: Int?
    /// Of several apps those that are on the device take part.
    var installed = InstalledApps.both
  }

  /// The answer of Apple's file that counts: that of the app that opens, or else of the one that
  /// comes closest; nil when the site serves no file, or it names no app.
  func apple(_ question: Question, system: SystemVersion) -> AssociationAnswer? {
    remembered(question, system, isApple: true) { readApple(question, system: system) }
  }

  /// The answer of Android's file that counts.
  func android(_ question: Question, system: SystemVersion) -> AssociationAnswer? {
    remembered(question, system, isApple: false) { readAndroid(question, system: system) }
  }

  private func remembered(
    _ question: Question, _ system: SystemVersion, isApple: Bool, _ read: () -> AssociationAnswer?
  ) -> AssociationAnswer? {
    guard remembersAnswers else { return read() }
    let asked = Asked(
      site: question.site, url: question.url, routeApp: question.routeApp,
      installed: question.installed, system: system, isApple: isApple)
    if let known = files.withLock({ $0.answers[asked] }) { return known }
    let answer = read()
    files.withLock { files in
      if files.answers.count >= Self.answerCapacity { files.answers = [:] }
      files.answers[asked] = .some(answer)
    }
    return answer
  }

  private func readApple(_ question: Question, system: SystemVersion) -> AssociationAnswer? {
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
    return .deciding(among: taking(part: answers, question), routeApp: question.routeApp)
  }

  /// The answers of the apps that are on the device; all of them where none is.
  private func taking(
    part answers: [AssociationAnswer], _ question: Question
  ) -> [AssociationAnswer] {
    let here = answers.filter { answer in
      question.installed.holds(answer.app.map { question.snapshot.apps[$0] })
    }
    return here.isEmpty ? answers : here
  }

  /// Whether Apple's file opens a URL in one certain app.
  func apple(
    _ question: Question, system: SystemVersion, opens app: Int
  ) -> Bool {
    guard let evaluator = evaluator(question, system: system) else { return false }
    return (question.snapshot.apps[app].apple?.appIDs ?? []).contains { identifier in
      let explanation = evaluator.explanation(
        for: question.url, app: identifier.description)
      return explanation.verdict.decision == .match
    }
  }

  private func readAndroid(_ question: Question, system: SystemVersion) -> AssociationAnswer? {
    guard let links = assetLinks(question) else { return nil }
    let apps = question.snapshot.apps
    let evaluator = AndroidEvaluator(links, system: system)
    let answers = links.packageNames.map { package in
      let app = apps.firstIndex { $0.android?.packageName == package }
      return AssociationAnswer(
        app: app, name: app.map { apps[$0].key } ?? package,
        explanation: evaluator.explanation(for: question.url, package: package))
    }
    return .deciding(among: taking(part: answers, question), routeApp: question.routeApp)
  }

  // MARK: - Reading

  /// Nil when the site serves no such file, or one that cannot be read.
  private func evaluator(_ question: Question, system: SystemVersion) -> AssociationEvaluator? {
    let key = Key(site: question.site, system: system)
    if let known = files.withLock({ $0.apple[key] }) { return known }
    let read = Self.association(question).map { AssociationEvaluator($0, system: system) }
    files.withLock { files in
      if files.apple.count >= Self.capacity { files.apple = [:] }
      files.apple[key] = .some(read)
    }
    return read
  }

  private func assetLinks(_ question: Question) -> AssetLinks? {
    if let known = files.withLock({ $0.android[question.site] }) { return known }
    let file = try? AssociationFile(
      decoding: question.snapshot.sites[question.site].documents[.android] ?? [], kind: .android)
    var read: AssetLinks?
    if case .android(let found) = file { read = found }
    files.withLock { [read] files in
      if files.android.count >= Self.capacity { files.android = [:] }
      files.android[question.site] = .some(read)
    }
    return read
  }

  private static func association(_ question: Question) -> AppSiteAssociation? {
    let bytes = question.snapshot.sites[question.site].documents[.apple] ?? []
    let content =
      AssociationDocuments.isSigned(bytes) ? SignedMessage.uncheckedContent(of: bytes) : nil
    let file = try? AssociationFile(
      decoding: content ?? bytes, kind: .apple, isSigned: content != nil)
    guard case .apple(let found) = file else { return nil }
    return found
  }
}
