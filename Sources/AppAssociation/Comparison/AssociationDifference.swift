/// The changes in behaviour between two Apple association files.
///
/// Rules are compared as systems read them, with settings resolved: moving a setting into
/// `defaults` is not a change, nor is reordering rules that have no URL in common.
public struct AssociationDifference: Hashable, Sendable {
  /// The apps that behave differently, apps of the old file first.
  public let apps: [App]
  /// The apps added to or removed from the other services, in a fixed order.
  public let services: [ServiceChange]

  /// Differences only for systems that do not know a key yet, as sentences without capital and full
  /// stop: the rules are the same, but not every system understands them.
  public let remarks: [String]

  /// Whether all rules were compared; false for files built to exhaust the comparison.
  public let isComplete: Bool

  /// Whether both files behave the same.
  public var isEmpty: Bool { apps.isEmpty && services.isEmpty && isComplete }

  /// The changes for one app.
  public struct App: Hashable, Sendable {
    /// The identifier as written in the files.
    public let identifier: String
    /// One element for each generation of systems that sees a change, oldest first; generations
    /// with the same changes appear once.
    public let generations: [Generation]
  }

  /// The changes for the systems that read files in the same way.
  public struct Generation: Hashable, Sendable {
    /// The first version of the generation.
    public let since: SystemVersion
    /// In the order of the new file; removed rules at their old place.
    public let changes: [Change]
    /// URLs with different verdicts in the two files.
    public let examples: [Example]
  }

  /// One rule that changed.
  public struct Change: Hashable, Sendable {
    /// The kind of change.
    public enum Kind: String, Sendable {
      case added, removed, moved, changed
    }

    /// The kind of change.
    public let kind: Kind
    /// The path to the rule in the old file; nil for an added rule.
    public let old: String?
    /// The path to the rule in the new file; nil for a removed rule.
    public let new: String?
    /// The rule as systems read it; the new rule where there are two.
    public let rule: Component
    /// The old rule; nil unless it was changed.
    public let before: Component?
  }

  /// A URL whose verdict changed.
  public struct Example: Hashable, Sendable {
    /// Path, query and fragment.
    public let url: String
    /// The verdict of the old file.
    public let old: Verdict.Decision
    /// The verdict of the new file.
    public let new: Verdict.Decision
  }

  /// An app added to or removed from a service.
  public struct ServiceChange: Hashable, Sendable {
    /// The name of the service.
    public let service: String
    /// The identifier.
    public let app: String
    /// Whether the app was added.
    public let isAdded: Bool
  }

  /// Compares two files for every generation of systems.
  public init(from old: AppSiteAssociation, to new: AppSiteAssociation) {
    self.init(from: old, to: new, budget: GenerationComparison.usualBudget)
  }

  /// - Parameter budget: the number of steps for the comparison of one generation.
  init(from old: AppSiteAssociation, to new: AppSiteAssociation, budget: Int) {
    var seen: Set<String> = []
    let identifiers = (old.identifiers + new.identifiers).filter { seen.insert($0).inserted }
    var generations: [String: [Generation]] = [:]
    var undecided: Set<String> = []
    for system in SystemVersion.iOSGenerations {
      var comparison = GenerationComparison(old, new, system: system, budget: budget)
      for app in identifiers {
        switch comparison.outcome(of: app) {
        case .same: break
        case .different(let generation): generations[app, default: []].append(generation)
        case .undecided: undecided.insert(app)
        }
      }
    }
    var apps: [App] = []
    var remarks: [String] = []
    var room = Self.longestList
    for identifier in identifiers {
      guard room > 0 else {
        remarks.append(
          "changes of further apps, from '\(identifier.shortened(to: 100))' on, are not listed")
        break
      }
      let listed = Self.listed(generations[identifier] ?? [], of: identifier, &remarks)
      room -= 1 + listed.reduce(0) { $0 + $1.changes.count }
      if !listed.isEmpty { apps.append(App(identifier: identifier, generations: listed)) }
    }
    isComplete = undecided.isEmpty
    if let first = identifiers.first(where: undecided.contains) {
      remarks.append(
        "the files are too large for a full comparison; apps left out: \(undecided.count), "
          + "including '\(first.shortened(to: 100))'")
    }
    self.apps = apps
    self.remarks = remarks
    services = AppSiteAssociation.otherServices.flatMap { name in
      Self.changes(of: name, old.apps(of: name), new.apps(of: name))
    }
  }
}

extension AssociationDifference {
  /// The limit of listed changes; the changes of one app are never cut.
  private static let longestList = 100_000

  /// A setting that moves into `defaults` is lost on systems that do not read them, but is not a
  /// change.
  private static func listed(
    _ generations: [Generation], of app: String, _ remarks: inout [String]
  ) -> [Generation] {
    let components = SystemVersion(13)
    guard generations.last?.since != SystemVersion.iOSGenerations.last else {
      return distinct(generations)
    }
    for generation in generations where generation.since >= components {
      remarks.append(
        "iOS \(generation.since) reads the rules of '\(app)' differently, because it does not "
          + "know all of their keys")
    }
    return distinct(generations.filter { $0.since < components })
  }

  private static func distinct(_ generations: [Generation]) -> [Generation] {
    var kept: [Generation] = []
    for generation in generations
    where !kept.contains(where: {
      $0.changes == generation.changes && $0.examples == generation.examples
    }) {
      kept.append(generation)
    }
    return kept
  }

  private static func changes(
    of service: String, _ before: [String], _ after: [String]
  ) -> [ServiceChange] {
    let (old, new) = (Set(before), Set(after))
    let lost = before.filter { !new.contains($0) }
    let gained = after.filter { !old.contains($0) }
    return lost.map { ServiceChange(service: service, app: $0, isAdded: false) }
      + gained.map { ServiceChange(service: service, app: $0, isAdded: true) }
  }
}

extension AppSiteAssociation {
  fileprivate func apps(of service: String) -> [String] {
    var seen: Set<String> = []
    return services.filter { $0.name == service }.flatMap(\.apps).filter {
      seen.insert($0).inserted
    }
  }
}
