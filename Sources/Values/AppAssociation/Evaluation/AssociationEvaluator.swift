public import Platforms

/// Evaluates URLs against a file as a specific version of iOS does.
///
/// Sources: Apple, `applinks` and its children; WWDC19 session 717, WWDC20 session 10098; observed
/// behaviour of `swcutil` where those are silent.
public struct AssociationEvaluator: Sendable {
  /// The iOS version.
  public let system: SystemVersion
  /// Every identifier named in the file, including those that this version does not read.
  public let identifiers: [String]
  package let association: AppSiteAssociation
  package let variables: SubstitutionVariables
  package let entries: [EffectiveRules]
  /// The positions of each app's entries.
  private let entriesOfApp: [String: [Int]]
  let named: Set<String>
  /// The first entry that names each app, whether this version reads it or not.
  let firstMention: [String: Details]

  /// Creates an evaluator and compiles the patterns of a file.
  public init(_ association: AppSiteAssociation, system: SystemVersion = .newestIOS) {
    self.init(association, system: system, association.variables)
  }

  /// Creates an evaluator that shares the variables of the file with those for other systems.
  package init(
    _ association: AppSiteAssociation, system: SystemVersion, _ variables: SubstitutionVariables
  ) {
    self.association = association
    self.system = system
    self.variables = variables
    identifiers = association.identifiers
    named = Set(identifiers)
    var entries: [EffectiveRules] = []
    var entriesOfApp: [String: [Int]] = [:]
    if let links = association.applinks, system.has(.universalLinks), system.accepts(association) {
      for (number, details) in links.details.enumerated() {
        let names = Set(details.identifiers(on: system))
        guard !names.isEmpty else { continue }
        for name in names { entriesOfApp[name, default: []].append(entries.count) }
        entries.append(
          EffectiveRules(entry: number, details, of: links, variables: variables, system))
      }
    }
    firstMention = (association.applinks?.details ?? []).reduce(into: [:]) { first, details in
      for name in details.mentionedIdentifiers where first[name] == nil { first[name] = details }
    }
    self.entries = entries
    self.entriesOfApp = entriesOfApp
  }

  /// Returns the verdict on a URL of the file's host.
  ///
  /// - Parameters:
  ///   - url: a URL of the host that serves the file.
  ///   - app: an application identifier, compared literally.
  public func verdict(for url: EvaluatedURL, app: String) -> Verdict {
    var budget = WorkBudget(left: .max)
    return verdict(for: url, app: app, &budget) ?? .noMatch
  }

  /// The verdict; nil when the budget ends before.
  package func verdict(
    for url: EvaluatedURL, app: String, _ budget: inout WorkBudget
  ) -> Verdict? {
    for position in positions(of: app) {
      guard budget.spend(Self.stepsOfEntry) else { return nil }
      if let rule = entries[position].compiled.first(url, &budget) {
        return verdict(entries[position], rule)
      }
    }
    return budget.isExceeded ? nil : .noMatch
  }

  private static let stepsOfEntry = 4

  func rules(of app: String) -> [EffectiveRules] {
    positions(of: app).map { entries[$0] }
  }

  package func ruleCount(of app: String) -> Int {
    positions(of: app).reduce(0) { $0 + entries[$1].rules.count }
  }

  /// The positions of those entries among all entries that this version reads.
  package func positions(of app: String) -> [Int] {
    entriesOfApp[app] ?? []
  }

  func verdict(_ entry: EffectiveRules, _ position: Int) -> Verdict {
    let rule = entry.rules[position]
    return Verdict(
      decision: rule.component.exclude == true ? .exclude : .match,
      rule: entry.details.path(of: rule.source))
  }
}

extension AppSiteAssociation {
  package var variables: SubstitutionVariables {
    SubstitutionVariables(applinks?.substitutionVariables ?? [])
  }

  /// The variables whose values differ from those in another file.
  package func changedVariables(_ other: AppSiteAssociation) -> Set<String> {
    let lists = [self, other].map { $0.applinks?.substitutionVariables ?? [] }
    if lists[0].elementsEqual(lists[1], by: ==) { return [] }
    // The values of each variable; of several variables with the same name, the first counts.
    let values = lists.map { list in
      Dictionary(list.map { ($0.name, $0.values) }) { first, _ in first }
    }
    return Set(values.joined().map(\.key)).filter { values[0][$0] != values[1][$0] }
  }
}

extension SystemVersion {
  /// From iOS 9.3.1 until Apple's CDN took over fetching, files of more than 128 KB were rejected;
  /// whether the CDN rejects them is unknown.
  func accepts(_ association: AppSiteAssociation) -> Bool {
    !(has(.fileSizeLimit) && !has(.contentDeliveryNetwork) && association.byteCount > 128 * 1024)
  }
}
