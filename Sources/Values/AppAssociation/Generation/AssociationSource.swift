public import Platforms

/// The input for generating a site's association files.
public struct AssociationSource: Sendable {
  /// The parts of an app that the files require.
  public struct App: Sendable {
    /// All identifiers under which the app is signed.
    public var appIDs: [AppIdentifier]
    /// The identifiers of the app's App Clips.
    public var appClipIDs: [AppIdentifier]
    /// The oldest iOS that the file must support.
    public var oldestSystem: SystemVersion
    /// The Android package name; nil when there is no Android app.
    public var packageName: String?
    /// SHA-256 certificate fingerprints: 32 bytes each, as upper-case hexadecimal with colons.
    public var sha256CertFingerprints: [String]
    /// The position of the app that replaces this one; nil when there is none. The newest app of
    /// such a chain comes first in the files.
    public var successor: Int?

    /// Creates an app from its parts.
    public init(
      appIDs: [AppIdentifier], appClipIDs: [AppIdentifier] = [],
      oldestSystem: SystemVersion = .firstWithComponents, packageName: String? = nil,
      sha256CertFingerprints: [String] = [], successor: Int? = nil
    ) {
      self.appIDs = appIDs
      self.appClipIDs = appClipIDs
      self.oldestSystem = oldestSystem
      self.packageName = packageName
      self.sha256CertFingerprints = sha256CertFingerprints
      self.successor = successor
    }
  }

  /// The apps; other properties refer to them by position.
  public var apps: [App]
  /// The routes of the site, in order.
  public var rules: [RoutingRule]
  /// The prefix of short links and the app that opens them; without an app, short URLs have to
  /// reach the server.
  public var shortLinks: (prefix: String, app: Int?)?
  /// Whether the short links' app also opens Firebase long links (`/?link=`).
  public var hasLongLinks = false
  /// What the server shows below the address of a short link, such as `qr-code`.
  public var linkViews: [String] = []
  /// The positions of apps that share credentials with the site.
  public var webcredentials: [Int] = []
  /// The positions of apps that continue the site's activities through Handoff.
  public var activitycontinuation: [Int] = []
  /// The positions of apps whose App Clips belong to the site.
  public var appclips: [Int] = []
  /// The values of `$(name)` in patterns, in addition to Apple's predefined ones.
  public var substitutionVariables: [(name: String, values: [String])] = []
  /// How many rules the values of variables may add for an app, where a dialect knows no variables.
  var textLimit = 1000

  /// Creates a source that has only apps and routes.
  public init(apps: [App], rules: [RoutingRule]) {
    self.apps = apps
    self.rules = rules
  }
}

extension AssociationSource {
  /// The positions of the apps that the site names, and of their lines: each after its successors, and
  /// those of a route in the order in which the route names them; otherwise as in the configuration.
  var order: [Int] {
    var seen: Set<Int> = []
    return sequence.positions.flatMap { position in
      successors(of: position).reversed().filter { seen.insert($0).inserted }
    }
  }

  /// The apps of the configuration that the files can hold. Most of many are for other sites.
  private var named: [Int] {
    let named =
      rules.filter(\.opensApps).flatMap(\.apps) + webcredentials
      + (shortLinks?.app.map { [$0] } ?? [])
    let lines = Set(named.map(newest))
    return apps.indices.filter { lines.contains(newest(of: $0)) }
  }

  func opens(_ app: Int) -> Bool {
    rules.contains { $0.opensApps && $0.apps.contains(app) }
      || shortLinks?.app.map(newest) == newest(of: app)
  }

  /// The routes that name apps in another order than the routes before them, which count.
  var contradictingRoutes: [Int] { sequence.contradictions }

  private var sequence: (positions: [Int], contradictions: [Int]) {
    var later = [Set<Int>](repeating: [], count: apps.count)
    func follows(_ app: Int, _ other: Int) -> Bool {
      var (seen, left): (Set<Int>, [Int]) = ([], [other])
      while let next = left.popLast() {
        if next == app { return true }
        if seen.insert(next).inserted { left += later[next] }
      }
      return false
    }
    var contradictions: [Int] = []
    for (number, rule) in rules.enumerated() where rule.opensApps {
      let named = rule.apps.filter(apps.indices.contains)
      for (app, next) in zip(named, named.dropFirst()) {
        if follows(app, next) {
          if contradictions.last != number { contradictions.append(number) }
        } else {
          later[app].insert(next)
        }
      }
    }
    var earlier = [Int](repeating: 0, count: apps.count)
    for app in later.joined() { earlier[app] += 1 }
    var positions: [Int] = []
    var left = named
    // Without circles, as the relation was made, some app always has none before it.
    while let index = left.firstIndex(where: { earlier[$0] == 0 }) {
      let app = left.remove(at: index)
      positions.append(app)
      for next in later[app] { earlier[next] -= 1 }
    }
    return (positions, contradictions)
  }

  /// Returns the last successor of an app; the app itself when it has none.
  func newest(of app: Int) -> Int {
    guard apps.indices.contains(app), apps[app].successor != nil else { return app }
    return successors(of: app).last ?? app
  }

  /// Returns the app, its successor and so on; a cycle ends before it repeats.
  private func successors(of app: Int) -> [Int] {
    var line = [app]
    while let last = line.last, apps.indices.contains(last), let next = apps[last].successor,
      apps.indices.contains(next), !line.contains(next)
    {
      line.append(next)
    }
    return line
  }
}

/// A generated file with its findings.
public struct GeneratedDocument: Sendable {
  /// The JSON text in UTF-8.
  public let bytes: [UInt8]
  /// The differences between the file and the routes.
  public let findings: [GenerationFinding]
  /// The index of each rule's route, keyed by the rule's path in the file.
  let rules: [String: Int]

  /// Returns the route of the rule that a path points to or into; nil for any other path.
  ///
  /// - Parameter path: a path as in findings, such as `applinks.details[0].components[2]["/"]`.
  package func rule(at path: String) -> Int? {
    rules.first { path.utf8.starts(with: $0.key.utf8) }?.value
  }
}

extension [GenerationFinding] {
  mutating func warn(_ code: String, _ message: String, rule: Int?) {
    append(GenerationFinding(severity: .warning, code: code, message: message, rule: rule))
  }
}

/// A route that a generated file cannot express, or a file that exceeds the size limit.
public struct GenerationFinding: Hashable, Sendable {
  /// An error means that the file does not work; a warning, that it differs from the routes.
  public enum Severity: String, Sendable {
    case error, warning
  }

  /// The severity.
  public let severity: Severity
  /// A stable, machine-readable code.
  public let code: String
  /// The finding as a sentence without a capital or full stop.
  public let message: String
  /// The rule concerned; nil when the finding is about the whole file.
  public let rule: Int?
}
