/// What the association files of a site are made from.
public struct AssociationSource: Sendable {
  /// An app as the files need it.
  public struct App: Sendable {
    /// All identifiers under which the app is signed.
    public var appIDs: [AppIdentifier]
    /// The identifiers of its App Clips.
    public var appClipIDs: [AppIdentifier]
    /// The oldest iOS that the file has to work for.
    public var oldestSystem: SystemVersion
    /// Nil when there is no Android app.
    public var packageName: String?
    /// 32 bytes each, as upper-case hexadecimal with colons.
    public var sha256CertFingerprints: [String]

    /// An app with all its parts.
    public init(
      appIDs: [AppIdentifier], appClipIDs: [AppIdentifier] = [],
      oldestSystem: SystemVersion = SystemVersion(13), packageName: String? = nil,
      sha256CertFingerprints: [String] = []
    ) {
      self.appIDs = appIDs
      self.appClipIDs = appClipIDs
      self.oldestSystem = oldestSystem
      self.packageName = packageName
      self.sha256CertFingerprints = sha256CertFingerprints
    }
  }

  /// The apps; elsewhere they are named by their positions here.
  public var apps: [App]
  /// The routes of the site, in order.
  public var rules: [RoutingRule]
  /// Where short links live, and which app opens them; nil as an app means that short URLs have to
  /// reach the server.
  public var shortLinks: (prefix: String, app: Int?)?
  /// Apps that share credentials with the site.
  public var webcredentials: [Int]
  /// Apps that continue its activities.
  public var activitycontinuation: [Int]
  /// Apps whose App Clips belong to the site.
  public var appclips: [Int]
  /// For `$(name)` in patterns, beside Apple's own.
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

/// A file that was made, and what is to be said about it.
public struct GeneratedDocument: Sendable {
  /// UTF-8 text of JSON.
  public let bytes: [UInt8]
  /// What the file cannot say as the routes say it.
  public let findings: [GenerationFinding]
}

/// What a generated file cannot say, or is too large for.
public struct GenerationFinding: Hashable, Sendable {
  /// An error keeps the file from working; a warning makes it narrower than the routes.
  public enum Severity: String, Sendable {
    case error, warning
  }

  /// How bad it is.
  public let severity: Severity
  /// A stable word.
  public let code: String
  /// One sentence without capital and full stop.
  public let message: String
  /// The rule it is about; nil for the file as a whole.
  public let rule: Int?
}
