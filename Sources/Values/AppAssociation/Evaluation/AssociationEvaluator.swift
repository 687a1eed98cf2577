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
  let association: AppSiteAssociation
  package let variables: SubstitutionVariables
  package let entries: [EffectiveRules]
  /// The positions of each app's entries.
  private let entriesOfApp: [String: [Int]]
  let named: Set<String>
  /// The first entry that names each app, whether this version reads it or not.
  let firstMention: [String: Details]

  /// Creates an evaluator and compiles the patterns of a file.
  public init(_ association: AppSiteAssociation, system: SystemVersion = .newestIOS) {
    self.association = association
    self.system = system
    identifiers = association.identifiers
    named = Set(identifiers)
    variables = SubstitutionVariables(association.applinks?.substitutionVariables ?? [])
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
    for entry in rules(of: app) {
      let position = url.withSpans {
        entry.compiled.first(path: $0, query: $1, fragment: $2)
      }
      if let position { return verdict(entry, position) }
    }
    return .noMatch
  }

  func rules(of app: String) -> [EffectiveRules] {
    positions(of: app).map { entries[$0] }
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

extension SystemVersion {
  /// From iOS 9.3.1 until Apple's CDN took over fetching, files of more than 128 KB were rejected;
  /// whether the CDN rejects them is unknown.
  func accepts(_ association: AppSiteAssociation) -> Bool {
    !(has(.fileSizeLimit) && !has(.contentDeliveryNetwork) && association.byteCount > 128 * 1024)
  }
}
