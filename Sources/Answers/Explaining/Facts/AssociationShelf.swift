import AppAssociation
import Platforms
package import SiteModel
import Synchronization
import WebSyntax

/// The association files of one configuration's sites as devices see them, whether generated or
/// supplied by the site. Each is read once, because reading a large file takes longer than the rest
/// of an explanation.
package final class AssociationShelf: Sendable {
  private struct Reading: Hashable {
    let site: Int
    let system: SystemVersion
  }

  private struct Asked: Hashable {
    let question: Question
    let system: SystemVersion
    let isApple: Bool
  }

  private let snapshot: ServiceSnapshot
  private let remembersAnswers: Bool
  // The parsed files, one for each version read.
  private let apple = Kept<Reading, AssociationEvaluator?>(capacity: 256)
  private let android = Kept<Int, AssetLinks?>(capacity: 256)
  /// Few, because each holds the result of every rule.
  private let answers = Kept<Asked, AssociationAnswer?>(capacity: 64)

  /// - Parameter remembersAnswers: whether the same questions recur, as for every kind of tap on
  ///   one URL.
  package init(_ snapshot: ServiceSnapshot, remembersAnswers: Bool = false) {
    self.snapshot = snapshot
    self.remembersAnswers = remembersAnswers
  }

  /// A URL of a site with everything that the answer depends on.
  struct Question: Hashable {
    let site: Int
    let url: WebURL
    /// The apps of the route that matches the URL.
    var routeApps: [Int] = []
    /// The installed apps: of several candidates only these are considered.
    var installed = InstalledApps.both
  }

  /// Returns the deciding answer of Apple's file: that of the app that opens or, failing that, of
  /// the closest one. Nil when the site serves no file, or the file names no app.
  func apple(_ question: Question, system: SystemVersion) -> AssociationAnswer? {
    remembered(Asked(question: question, system: system, isApple: true)) {
      guard let evaluator = evaluator(question, system: system) else { return nil }
      return deciding(among: evaluator.identifiers, question) { app, identifier in
        app.appleIdentifiers.contains(identifier)
      } explain: {
        evaluator.explanation(for: question.url, app: $0)
      }
    }
  }

  func android(_ question: Question, system: SystemVersion) -> AssociationAnswer? {
    remembered(Asked(question: question, system: system, isApple: false)) {
      guard let links = assetLinks(question) else { return nil }
      let evaluator = AndroidEvaluator(links, system: system)
      return deciding(among: links.packageNames, question) { app, package in
        app.android?.packageName == package
      } explain: {
        evaluator.explanation(for: question.url, package: $0)
      }
    }
  }

  private func remembered(
    _ asked: Asked, _ read: () -> AssociationAnswer?
  ) -> AssociationAnswer? {
    remembersAnswers ? answers.value(of: asked, read) : read()
  }

  /// Returns the deciding answer about the identifiers of a file; about those of the installed apps
  /// alone, if one is.
  private func deciding(
    among identifiers: [String], _ question: Question, has: (AppDefinition, String) -> Bool,
    explain: (String) -> Explanation
  ) -> AssociationAnswer? {
    let apps = snapshot.apps
    let answers = identifiers.map { identifier in
      let app = apps.firstIndex { has($0, identifier) }
      return AssociationAnswer(
        app: app, name: app.map { apps[$0].key } ?? identifier, explanation: explain(identifier))
    }
    let here = answers.filter { question.installed.holds($0.app.map { apps[$0] }) }
    return .deciding(among: here.isEmpty ? answers : here, routeApps: question.routeApps)
  }

  func apple(_ question: Question, system: SystemVersion, opens app: Int) -> Bool {
    guard let evaluator = evaluator(question, system: system) else { return false }
    return snapshot.apps[app].appleIdentifiers.contains { identifier in
      evaluator.explanation(for: question.url, app: identifier).verdict.decision == .match
    }
  }

  // MARK: - Reading

  /// Nil when the site serves no such file, or an unreadable one.
  private func evaluator(_ question: Question, system: SystemVersion) -> AssociationEvaluator? {
    apple.value(of: Reading(site: question.site, system: system)) {
      AssociationDocuments.apple(document(.apple, question)).map {
        AssociationEvaluator($0, system: system)
      }
    }
  }

  private func document(_ document: SiteDocument, _ question: Question) -> [UInt8] {
    snapshot.sites[question.site].documents[document] ?? []
  }

  private func assetLinks(_ question: Question) -> AssetLinks? {
    android.value(of: question.site) {
      let file = try? AssociationFile(decoding: document(.android, question), kind: .android)
      guard case .android(let found) = file else { return nil }
      return found
    }
  }
}

/// Values that are made once for each key. When there are too many, all are forgotten.
private final class Kept<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values = Mutex<[Key: Value]>([:])
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  func value(of key: Key, _ make: () -> Value) -> Value {
    if let known = values.withLock({ $0[key] }) { return known }
    let value = make()
    values.withLock { values in
      if values.count >= capacity { values = [:] }
      values[key] = value
    }
    return value
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
  /// - Parameter routeApps: the apps whose answers are the most informative when none opens.
  static func deciding(
    among answers: [AssociationAnswer], routeApps: [Int]
  ) -> AssociationAnswer? {
    let opening = answers.enumerated().filter(\.element.opens).min { left, right in
      (left.element.entry, left.offset) < (right.element.entry, right.offset)
    }
    if let opening { return opening.element }
    let asked = answers.filter { $0.explanation.obstacle == nil }
    return routeApps.lazy.compactMap { app in answers.first { $0.app == app } }.first
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
