import AppAssociation
import JSONSyntax

struct AppleFile {
  let association: AppSiteAssociation
  let root: Spot
  let applinks: Spot?
  let entries: [Entry]
  let lists: [RuleList]
  let variables: SubstitutionVariables
  /// Every pattern of every rule, in file order.
  let patterns: [PatternSpot]
  /// Every identifier of every service.
  let identifiers: [(spot: Spot, text: String)]

  struct Entry {
    let spot: Spot
    let details: Details
  }

  struct RuleList {
    let entry: Entry
    let spot: Spot
    let isLegacy: Bool
    let rules: [Rule]
  }

  /// A rule as the newest system reads it; shared by all of its patterns.
  final class Rule: Sendable {
    let spot: Spot
    let source: AssociationRule
    /// The rule combined with its defaults.
    let effective: Component

    init(spot: Spot, source: AssociationRule, effective: Component) {
      self.spot = spot
      self.source = source
      self.effective = effective
    }

    var isExclude: Bool { effective.exclude == true }
  }

  /// A pattern of a rule, as written.
  struct PatternSpot {
    enum Part: Equatable { case path, query, item(String), fragment }

    let spot: Spot
    let text: String
    let part: Part
    let rule: Rule
    var decodes: Bool { rule.effective.percentEncoded == false }
    var isLegacy: Bool { rule.source.isLegacy }
    /// The effect of a repair when the rule accepts more than was intended.
    var correction: Repair.Effect { .corrects(rule: rule.spot.path) }

    /// Writes another pattern; the `NOT ` of a path is kept.
    func rewritten(
      _ pattern: String, help: String? = nil, effect: Repair.Effect
    ) -> Repair {
      let written = (rule.source.isNot ? "NOT " : "") + pattern
      return Repair(
        help ?? "write '\(written)'", [.replace(spot.node.offset, .string(written))],
        effect: effect)
    }
  }

  init(_ association: AppSiteAssociation) {
    self.association = association
    root = Spot(association.document.root, path: "")
    let links = association.applinks
    applinks = links.map { Spot($0.node, path: "applinks") }
    variables = SubstitutionVariables(links?.substitutionVariables ?? [])
    entries = (links?.details ?? []).map { Entry(spot: Spot($0.node, path: $0.path), details: $0) }
    let fileDefaults = links?.defaults
    lists = entries.flatMap { entry in
      [false, true].compactMap { isLegacy in
        RuleList(entry, isLegacy: isLegacy, fileDefaults: fileDefaults)
      }
    }
    patterns = lists.flatMap { $0.rules.flatMap(\.patterns) }
    let isDictionary = links?.isDictionary == true
    let ofEntries = entries.flatMap { $0.identifiers(besideKey: isDictionary) }
    let ofServices = AppSiteAssociation.otherServices.flatMap { [root] name in
      root.member(name)?.member("apps")?.elements ?? []
    }
    let keys = isDictionary ? applinks?.member("details")?.names ?? [] : []
    identifiers =
      (ofEntries + ofServices).compactMap { spot in spot.string.map { (spot, $0) } }
      + keys.map { name, spot in
        (spot.holding(JSONNode(offset: spot.offset, value: .string(name))), name)
      }
  }

  var components: [Rule] { lists.filter { !$0.isLegacy }.flatMap(\.rules) }

  var paths: [PatternSpot] { patterns.filter { $0.part == .path } }
}

typealias AppleRule = Rule<AppleFile, Report>

extension AppleFile {
  /// All rules, in the order of their findings about one spot.
  static let rules =
    keyRules + identifierRules + listRules + pathRules + escapeRules + variableRules

  /// The rules that compare rules with others: where one has an error, they say nothing about it.
  static let codesOfConsequences: Set<String> = [
    "contradictory-rule", "duplicate-rule", "excludes-everything", "late-exclude",
    "legacy-entry-differs", "unreachable-rule",
  ]
}

extension AppleFile.Entry {
  /// When `details` is a dictionary, the key serves as `appID`.
  fileprivate func identifiers(besideKey: Bool) -> [Spot] {
    let single = besideKey ? nil : spot.member("appID")
    return [single].compactMap(\.self) + (spot.member("appIDs")?.elements ?? [])
  }
}

extension AppleFile.RuleList {
  init?(_ entry: AppleFile.Entry, isLegacy: Bool, fileDefaults: Component?) {
    let details = entry.details
    guard let spot = entry.spot.member(isLegacy ? "paths" : "components"),
      let rules = isLegacy ? details.paths : details.components
    else { return nil }
    self.entry = entry
    self.spot = spot
    self.isLegacy = isLegacy
    let defaults = isLegacy ? [] : [details.defaults, fileDefaults].compactMap(\.self)
    let elements = spot.elements
    self.rules = rules.map { rule in
      AppleFile.Rule(
        spot: elements[rule.index], source: rule,
        effective: rule.component.resolved(defaults: defaults))
    }
  }
}

extension AppleFile.Rule {
  var patterns: [AppleFile.PatternSpot] {
    func pattern(_ spot: Spot?, _ part: AppleFile.PatternSpot.Part) -> AppleFile.PatternSpot? {
      guard let spot, let text = spot.string else { return nil }
      return .init(spot: spot, text: text, part: part, rule: self)
    }
    if source.isLegacy {
      let path = source.component.path ?? ""
      return [.init(spot: spot, text: path, part: .path, rule: self)]
    }
    let query = spot.member("?")
    let items = (query?.members ?? []).map { pattern($0.spot, .item($0.name)) }
    let others = [
      pattern(spot.member("/"), .path), pattern(query, .query),
      pattern(spot.member("#"), .fragment),
    ]
    return (others + items).compactMap(\.self)
  }

  var acceptsEverything: Bool {
    let path = effective.path.map { $0.isStars || $0 == "/*" } ?? true
    let query = effective.query?.acceptsEverything ?? true
    return path && query && (effective.fragment?.isStars ?? true)
  }
}
