/// What changed in behaviour between two files of Apple's.
///
/// Rules are compared as systems read them, with their settings resolved, so that a setting which
/// moves into `defaults` is no change. Neither is the order of rules that decide no URL together.
public struct AssociationDifference: Hashable, Sendable {
  /// The apps that behave differently, those of the old file first.
  public let apps: [App]
  /// Apps that the other services gained or lost, in a fixed order.
  public let services: [ServiceChange]

  /// What differs only for systems that do not know a key yet, as sentences without capital and
  /// full stop: it is no change of the rules, but of who understands them.
  public let remarks: [String]

  /// Whether all rules were compared; false for files that are made to take for ever.
  public let isComplete: Bool

  /// Whether both files behave the same.
  public var isEmpty: Bool { apps.isEmpty && services.isEmpty && isComplete }

  /// What changed for one app.
  public struct App: Hashable, Sendable {
    /// The identifier, as the files write it.
    public let identifier: String
    /// For each way of reading files that shows a change, the oldest first; ways that show the same
    /// are told once.
    public let generations: [Generation]
  }

  /// What changed for the systems that read files in one way.
  public struct Generation: Hashable, Sendable {
    /// The first version that reads files so.
    public let since: SystemVersion
    /// In the order of the new file, what was removed where it stood.
    public let changes: [Change]
    /// URLs that both files decided, each with another verdict.
    public let examples: [Example]
  }

  /// One rule that changed.
  public struct Change: Hashable, Sendable {
    /// How a rule can change.
    public enum Kind: String, Sendable {
      case added, removed, moved, changed
    }

    /// What happened to the rule.
    public let kind: Kind
    /// The way to the rule in the old file; nil when it was added.
    public let old: String?
    /// The way to the rule in the new file; nil when it was removed.
    public let new: String?
    /// The rule as systems read it; the new one where there are two.
    public let rule: Component
    /// The rule as it was; nil unless it was changed.
    public let before: Component?
  }

  /// A URL whose verdict changed.
  public struct Example: Hashable, Sendable {
    /// Path, query and fragment.
    public let url: String
    /// What the old file says.
    public let old: Verdict.Decision
    /// What the new file says.
    public let new: Verdict.Decision
  }

  /// An app that a service gained or lost.
  public struct ServiceChange: Hashable, Sendable {
    /// The name of the service.
    public let service: String
    /// The identifier.
    public let app: String
    /// Whether the new file has it.
    public let isAdded: Bool
  }

  /// Compares two files for every way in which systems read them.
  public init(from old: AppSiteAssociation, to new: AppSiteAssociation) {
    self.init(from: old, to: new, budget: GenerationComparison.usualBudget)
  }

  /// - Parameter budget: how many steps the comparison for one generation may take.
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
          "changes of more apps, from '\(identifier.shortened(to: 100))' on, are not told")
        break
      }
      let told = Self.told(generations[identifier] ?? [], of: identifier, &remarks)
      room -= 1 + told.reduce(0) { $0 + $1.changes.count }
      if !told.isEmpty { apps.append(App(identifier: identifier, generations: told)) }
    }
    isComplete = undecided.isEmpty
    if let first = identifiers.first(where: undecided.contains) {
      remarks.append(
        "the files are too large to be compared wholly: left out are \(undecided.count) apps, "
          + "such as '\(first.shortened(to: 100))'")
    }
    self.apps = apps
    self.remarks = remarks
    services = AppSiteAssociation.otherServices.flatMap { name in
      Self.changes(of: name, old.apps(of: name), new.apps(of: name))
    }
  }
}

extension AssociationDifference {
  /// So many changes are told; those of one app wholly.
  private static let longestList = 100_000

  /// A setting that moves into `defaults` is lost on systems that do not read it, and no change.
  private static func told(
    _ generations: [Generation], of app: String, _ remarks: inout [String]
  ) -> [Generation] {
    let components = SystemVersion(13)
    guard generations.last?.since != SystemVersion.iOSGenerations.last else {
      return distinct(generations)
    }
    for generation in generations where generation.since >= components {
      remarks.append(
        "iOS \(generation.since) reads the rules of '\(app)' otherwise, since it does not "
          + "know all of their keys")
    }
    return distinct(generations.filter { $0.since < components })
  }

  private static func distinct(_ generations: [Generation]) -> [Generation] {
    var told: [Generation] = []
    for generation in generations
    where !told.contains(where: {
      $0.changes == generation.changes && $0.examples == generation.examples
    }) {
      told.append(generation)
    }
    return told
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
