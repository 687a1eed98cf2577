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

  /// Whether both files behave the same.
  public var isEmpty: Bool { apps.isEmpty && services.isEmpty }

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
    let pairs = SystemVersion.iOSGenerations.map { system in
      (
        AssociationEvaluator(old, system: system), AssociationEvaluator(new, system: system)
      )
    }
    var seen: Set<String> = []
    let identifiers = (old.identifiers + new.identifiers).filter { seen.insert($0).inserted }
    var apps: [App] = []
    var remarks: [String] = []
    for identifier in identifiers {
      var generations = pairs.compactMap { old, new in
        RuleComparison(app: identifier, old: old, new: new).generation
      }
      // A setting that moves into `defaults` is lost on those that do not read it, and no change.
      let newest = pairs.last?.1.system
      if generations.last?.since != newest {
        for generation in generations where generation.since >= SystemVersion(13) {
          remarks.append(
            "iOS \(generation.since) reads the rules of '\(identifier)' otherwise, since it does not "
              + "know all of their keys")
        }
        generations.removeAll { $0.since >= SystemVersion(13) }
      }
      let told = Self.distinct(generations)
      if !told.isEmpty { apps.append(App(identifier: identifier, generations: told)) }
    }
    self.apps = apps
    self.remarks = remarks
    services = AppSiteAssociation.otherServices.flatMap { name in
      let before = old.apps(of: name)
      let after = new.apps(of: name)
      return before.filter { !after.contains($0) }.map {
        ServiceChange(service: name, app: $0, isAdded: false)
      }
        + after.filter { !before.contains($0) }.map {
          ServiceChange(service: name, app: $0, isAdded: true)
        }
    }
  }
}

extension AssociationDifference {
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
}

extension AppSiteAssociation {
  fileprivate func apps(of service: String) -> [String] {
    var seen: Set<String> = []
    return services.filter { $0.name == service }.flatMap(\.apps).filter {
      seen.insert($0).inserted
    }
  }
}
