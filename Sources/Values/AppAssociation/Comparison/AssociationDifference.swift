import JSONSyntax
public import Platforms

/// The changes in behaviour between two association files for the same platform.
///
/// Rules are compared by what they decide: the comparison covers every combination of patterns that
/// one URL can match. Files that decide all URLs alike are therefore equal, however they are
/// written, and every change has an example. Where one file matches the whole query and the other
/// its items, or where the files are too large, the comparison falls back on examples made from the
/// rules.
public struct AssociationDifference: Hashable, Sendable {
  /// The platform of both files.
  public let kind: AssociationFile.Kind
  /// The apps or packages that behave differently, those of the old file first.
  public let apps: [App]
  /// The apps added to or removed from the other services in Apple's file, in a fixed order.
  public private(set) var services: [ServiceChange] = []
  /// The grants added to or removed from the statements in Google's file, in file order.
  public private(set) var statements: [StatementChange] = []

  /// The limits of the comparison, as sentences without a capital or full stop.
  public private(set) var remarks: [String] = []

  /// Whether all rules were compared; false for files designed to exhaust the comparison.
  public private(set) var isComplete = true

  /// Whether both files behave the same.
  public var isEmpty: Bool {
    apps.isEmpty && services.isEmpty && statements.isEmpty && isComplete
  }

  /// The changes for one app.
  public struct App: Hashable, Sendable {
    /// The app identifier or package name as written in the files.
    public let identifier: String
    /// One element for each range of system versions affected by a change, oldest first.
    public let generations: [Generation]
  }

  /// The changes for the system versions that read the files in the same way.
  public struct Generation: Hashable, Sendable {
    /// The first affected version.
    public let since: SystemVersion
    /// The first later version that is no longer affected; nil when all newer ones are.
    public let until: SystemVersion?
    /// The changes these versions see.
    public let content: Content

    /// The affected versions, as in `from iOS 9.2 on, before iOS 13.0`.
    package func versions(of kind: AssociationFile.Kind) -> String {
      let system = kind == .apple ? "iOS" : "Android"
      return "from \(system) \(since) on" + (until.map { ", before \(system) \($0)" } ?? "")
    }

    /// The changed rules in the order of the new file; removed rules appear at their old position.
    public var changes: [Change] { content.changes }
    /// URLs with different verdicts, each evaluated against both files.
    public var examples: [Example] { content.examples }
    /// The number of further such URLs found.
    public var moreExamples: Int { content.moreExamples }
  }

  /// Changed rules and the URLs they affect.
  public struct Content: Hashable, Sendable {
    let changes: [Change]
    let examples: [Example]
    let moreExamples: Int
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
    /// The rule as systems read it; the new version when it was changed.
    public let rule: Component
    /// The old version of the rule; nil unless it was changed.
    public let before: Component?
  }

  /// A URL whose verdict changed.
  public struct Example: Hashable, Sendable {
    /// The path, query and fragment.
    public let url: String
    /// The verdict according to the old file.
    public let old: Verdict.Decision
    /// The verdict according to the new file.
    public let new: Verdict.Decision
  }

  /// A grant added to or removed from Google's file.
  public struct StatementChange: Hashable, Sendable {
    /// The package, site, app or included list concerned.
    public let target: String
    /// The relations granted; empty for an included list.
    public let relations: [String]
    /// The certificate; nil when the relations were added or removed for all certificates.
    public let fingerprint: String?
    /// Whether the grant was added.
    public let isAdded: Bool

    /// The change as a sentence without a capital or full stop.
    package var sentence: String {
      let verb = isAdded ? "gains" : "loses"
      let granted = relations.joined(separator: ", ")
      guard let fingerprint else {
        return "\(target) \(verb) \(granted.isEmpty ? "its place in the file" : granted)"
      }
      return "\(target) \(verb) the certificate \(fingerprint) for \(granted)"
    }
  }

  /// An app added to or removed from a service.
  public struct ServiceChange: Hashable, Sendable {
    /// The name of the service.
    public let service: String
    /// The identifier of the app.
    public let app: String
    /// Whether the app was added.
    public let isAdded: Bool

    /// The change as a sentence without a capital or full stop.
    package var sentence: String { "\(service) \(isAdded ? "gains" : "loses") \(app)" }
  }
}

extension AssociationDifference {
  /// Compares two files for every generation of system versions.
  public init(from old: AppSiteAssociation, to new: AppSiteAssociation) {
    self.init(from: old, to: new, budget: GenerationComparison.usualBudget)
  }

  /// - Parameter budget: the number of steps allowed for all generations, the newest first.
  init(from old: AppSiteAssociation, to new: AppSiteAssociation, budget: Int) {
    let identifiers = (old.identifiers + new.identifiers).withoutRepeats
    let systems = Self.systems(old, new)
    var outcomes: [String: [Content?]] = [:]
    var undecided: Set<String> = []
    var comparison = GenerationComparison(old, new, budget: budget)
    for (number, system) in systems.enumerated().reversed() {
      for (app, outcome) in zip(identifiers, comparison.outcomes(of: identifiers, on: system)) {
        switch outcome {
        case .same: break
        case .different(let content):
          outcomes[app, default: Array(repeating: nil, count: systems.count)][number] = content
        case .undecided: undecided.insert(app)
        }
      }
    }
    var apps: [App] = []
    var remarks: [String] = []
    var room = Self.longestList
    for identifier in identifiers {
      guard let contents = outcomes[identifier] else { continue }
      guard room > 0 else {
        remarks.append(
          "changes to further apps, starting with '\(identifier.shortened(to: 100))', are not listed"
        )
        break
      }
      let generations = Self.ranges(contents, of: systems)
      room -= 1 + generations.reduce(0) { $0 + $1.changes.count }
      apps.append(App(identifier: identifier, generations: generations))
    }
    if let silent = apps.first(where: { $0.generations.contains(where: \.examples.isEmpty) }) {
      remarks.append(
        "for some changes no URL was found whose verdict differs, the first of them of "
          + "'\(silent.identifier.shortened(to: 100))'")
    }
    remarks += Self.remarks(undecided: identifiers.filter(undecided.contains))
    let services = AppSiteAssociation.otherServices.flatMap { name in
      Self.changes(of: name, old.apps(of: name), new.apps(of: name))
    }
    self.init(
      kind: .apple, apps: apps, services: services, remarks: remarks,
      isComplete: undecided.isEmpty)
  }

  static func remarks(undecided apps: [String]) -> [String] {
    guard let first = apps.first else { return [] }
    return [
      "the files are too large for a full comparison; apps not compared in full: \(apps.count), "
        + "including '\(first.shortened(to: 100))'"
    ]
  }

  /// The maximum number of changes listed; the changes of one app are never truncated.
  private static let longestList = 100_000

  /// One version for each distinct way of reading the files.
  private static func systems(
    _ old: AppSiteAssociation, _ new: AppSiteAssociation
  ) -> [SystemVersion] {
    let limit = PlatformFeature.fileSizeLimit.introduction
    let isLarge = [old, new].contains { $0.byteCount > 128 * 1024 }
    return (SystemVersion.iOSGenerations + (isLarge ? [limit] : [])).sorted()
  }

  /// Merges neighbouring versions that see the same changes into one range.
  private static func ranges(
    _ contents: [Content?], of systems: [SystemVersion]
  ) -> [Generation] {
    var ranges: [Generation] = []
    var start = 0
    for end in 1...contents.count where end == contents.count || contents[end] != contents[start] {
      if let content = contents[start] {
        let until = end < systems.count ? systems[end] : nil
        ranges.append(Generation(since: systems[start], until: until, content: content))
      }
      start = end
    }
    return ranges
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
    services.filter { $0.name == service }.flatMap(\.apps).withoutRepeats
  }
}
