import AppAssociation
import Platforms
import SiteModel
import Synchronization
import WebSyntax

/// The association files of one configuration's sites as devices see them, whether generated or
/// supplied by the site. Each is read once, because reading a large file takes longer than the rest
/// of an explanation.
package final class AssociationShelf: Sendable {
  private struct Files {
    var apple: [Key: AssociationEvaluator?] = [:]
    /// The Android files, keyed by site.
    var android: [Int: AssetLinks?] = [:]
    var answers: [Asked: AssociationAnswer?] = [:]
  }

  private struct Key: Hashable {
    let site: Int
    let system: SystemVersion
  }

  /// Everything that a file's answer depends on.
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
  /// The number of parsed files, one for each version read. Beyond it the cache is emptied.
  private static let capacity = 256
  /// The number of cached answers, which is small because each holds the result of every rule.
  private static let answerCapacity = 64

  /// - Parameter remembersAnswers: whether the same questions recur, as for every kind of tap on
  ///   one URL.
  package init(remembersAnswers: Bool = false) {
    self.remembersAnswers = remembersAnswers
  }

  /// A URL of a site with everything that the answer depends on.
  struct Question {
    let snapshot: ServiceSnapshot
    let site: Int
    let url: WebURL
    /// The first app of the route that matches the URL; nil when it names none.
    let routeApp: Int?
    /// The installed apps: of several candidates only these are considered.
    var installed = InstalledApps.both
  }

  /// Returns the deciding answer of Apple's file: that of the app that opens or, failing that, of
  /// the closest one. Nil when the site serves no file, or the file names no app.
  func apple(_ question: Question, system: SystemVersion) -> AssociationAnswer? {
    remembered(question, system, isApple: true) { readApple(question, system: system) }
  }

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
    return deciding(among: evaluator.identifiers, question) { app, identifier in
      app.appleIdentifiers.contains(identifier)
    } explain: {
      evaluator.explanation(for: question.url, app: $0)
    }
  }

  private func readAndroid(_ question: Question, system: SystemVersion) -> AssociationAnswer? {
    guard let links = assetLinks(question) else { return nil }
    let evaluator = AndroidEvaluator(links, system: system)
    return deciding(among: links.packageNames, question) { app, package in
      app.android?.packageName == package
    } explain: {
      evaluator.explanation(for: question.url, package: $0)
    }
  }

  /// Returns the deciding answer about the identifiers of a file; about those of the installed apps
  /// alone, if one is.
  private func deciding(
    among identifiers: [String], _ question: Question, has: (AppDefinition, String) -> Bool,
    explain: (String) -> Explanation
  ) -> AssociationAnswer? {
    let apps = question.snapshot.apps
    let answers = identifiers.map { identifier in
      let app = apps.firstIndex { has($0, identifier) }
      return AssociationAnswer(
        app: app, name: app.map { apps[$0].key } ?? identifier, explanation: explain(identifier))
    }
    let here = answers.filter { question.installed.holds($0.app.map { apps[$0] }) }
    return .deciding(among: here.isEmpty ? answers : here, routeApp: question.routeApp)
  }

  func apple(_ question: Question, system: SystemVersion, opens app: Int) -> Bool {
    guard let evaluator = evaluator(question, system: system) else { return false }
    return question.snapshot.apps[app].appleIdentifiers.contains { identifier in
      evaluator.explanation(for: question.url, app: identifier).verdict.decision == .match
    }
  }

  // MARK: - Reading

  /// Nil when the site serves no such file, or an unreadable one.
  private func evaluator(_ question: Question, system: SystemVersion) -> AssociationEvaluator? {
    let key = Key(site: question.site, system: system)
    if let known = files.withLock({ $0.apple[key] }) { return known }
    let read = AssociationDocuments.apple(document(.apple, question)).map {
      AssociationEvaluator($0, system: system)
    }
    files.withLock { files in
      if files.apple.count >= Self.capacity { files.apple = [:] }
      files.apple[key] = .some(read)
    }
    return read
  }

  private func document(_ document: SiteDocument, _ question: Question) -> [UInt8] {
    question.snapshot.sites[question.site].documents[document] ?? []
  }

  private func assetLinks(_ question: Question) -> AssetLinks? {
    if let known = files.withLock({ $0.android[question.site] }) { return known }
    let file = try? AssociationFile(decoding: document(.android, question), kind: .android)
    var read: AssetLinks?
    if case .android(let found) = file { read = found }
    files.withLock { [read] files in
      if files.android.count >= Self.capacity { files.android = [:] }
      files.android[question.site] = .some(read)
    }
    return read
  }
}

/// The answer of an association file about a URL and one app.
struct AssociationAnswer {
  /// The index of the app; nil when the configuration does not name it.
  let app: Int?
  /// The app's name in the configuration or, failing that, in the file.
  let name: String
  let explanation: Explanation

  var opens: Bool { explanation.verdict.decision == .match }

  /// Returns the answer that counts. When several apps open a URL, the one listed first in the file
  /// wins.
  ///
  /// - Parameter routeApp: the app whose answer is the most informative when none opens.
  static func deciding(
    among answers: [AssociationAnswer], routeApp: Int?
  ) -> AssociationAnswer? {
    let opening = answers.enumerated().filter(\.element.opens).min { left, right in
      (left.element.entry, left.offset) < (right.element.entry, right.offset)
    }
    if let opening { return opening.element }
    let asked = answers.filter { $0.explanation.obstacle == nil }
    return answers.first { $0.app != nil && $0.app == routeApp }
      ?? asked.first { $0.explanation.verdict.decision == .exclude } ?? asked.first
      ?? answers.first
  }

  private var entry: Int {
    guard let rule = explanation.verdict.rule, let bracket = rule.firstIndex(of: "[") else {
      return 0
    }
    return Int(rule[rule.index(after: bracket)...].prefix { $0 != "]" }) ?? 0
  }
}
