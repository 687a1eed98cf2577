public import Platforms

/// The input of a site's association files.
public struct AssociationSource: Sendable {
  /// The parts of an app that the files need.
  public struct App: Sendable {
    /// All identifiers under which the app is signed.
    public var appIDs: [AppIdentifier]
    /// The identifiers of its App Clips.
    public var appClipIDs: [AppIdentifier]
    /// The oldest iOS that the file has to support.
    public var oldestSystem: SystemVersion
    /// Nil when there is no Android app.
    public var packageName: String?
    /// 32 bytes each, as upper-case hexadecimal with colons.
    public var sha256CertFingerprints: [String]
    /// The position of the app that this one has become; nil for none. The newest of such a line
    /// stands first in the files.
    public var successor: Int?

    /// An app with all its parts.
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
  /// The prefix of short links and the app that opens them; without an app short URLs have to reach
  /// the server.
  public var shortLinks: (prefix: String, app: Int?)?
  /// Whether the app of the short links also opens the long links of Firebase (`/?link=`).
  public var hasLongLinks = false
  /// Apps that share credentials with the site.
  public var webcredentials: [Int]
  /// Apps that continue its activities.
  public var activitycontinuation: [Int]
  /// Apps whose App Clips belong to the site.
  public var appclips: [Int]
  /// For `$(name)` in patterns, in addition to Apple's own.
  public var substitutionVariables: [(name: String, values: [String])]

  /// A source with apps and routes alone.
  public init(apps: [App], rules: [RoutingRule]) {
    self.apps = apps
    self.rules = rules
    webcredentials = []
    activitycontinuation = []
    appclips = []
    substitutionVariables = []
  }
}

extension AssociationSource {
  /// The positions of the apps with each after its successors.
  var order: [Int] {
    var order: [Int] = []
    for position in apps.indices {
      order += successors(of: position).reversed().filter { !order.contains($0) }
    }
    return order
  }

  /// The app that an app has become in the end: itself without a successor.
  func newest(of app: Int) -> Int { successors(of: app).last ?? app }

  /// The app, its successor, and so on; a circle ends where it closes.
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
  /// UTF-8 text of JSON.
  public let bytes: [UInt8]
  /// The differences between the file and the routes.
  public let findings: [GenerationFinding]
  /// The routes of the rules, by their paths in the file.
  let rules: [String: Int]

  /// The route that a rule of the file comes from, or a value in it; nil for any other value.
  ///
  /// - Parameter path: as findings give it, such as `applinks.details[0].components[2]["/"]`.
  package func rule(at path: String) -> Int? {
    let mark = ".components["
    guard let start = path.range(ofBytes: mark)?.upperBound,
      let end = path[start...].firstIndex(of: "]")
    else { return nil }
    return rules[String(path[...end])]
  }
}

extension String {
  /// Where a text stands for the first time.
  fileprivate func range(ofBytes text: String) -> Range<Index>? {
    utf8.indices.first { utf8[$0...].starts(with: text.utf8) }
      .map { $0..<utf8.index($0, offsetBy: text.utf8.count) }
  }
}

/// A route that a generated file cannot express, or an excess of size.
public struct GenerationFinding: Hashable, Sendable {
  /// An error means that the file does not work; a warning means that it is narrower than the
  /// routes.
  public enum Severity: String, Sendable {
    case error, warning
  }

  /// The severity.
  public let severity: Severity
  /// A stable word.
  public let code: String
  /// One sentence without capital and full stop.
  public let message: String
  /// The rule concerned; nil for the file as a whole.
  public let rule: Int?
}
