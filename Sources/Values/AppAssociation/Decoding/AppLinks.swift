package import JSONSyntax
import WebSyntax

/// The `applinks` section of a file.
///
/// Source: Apple, `applinks`.
public struct AppLinks: Sendable {
  /// The defaults for every rule of the file, honoured since iOS 14; nil when absent.
  public let defaults: Component?
  /// The values of each `$(name)` in patterns, in file order; non-string values are left out.
  public let substitutionVariables: [(name: String, values: [String])]
  /// The entries, in file order.
  public let details: [Details]
  /// Whether `details` is a dictionary, its first documented form, whose keys are unordered.
  public let isDictionary: Bool
  /// Whether `details` is a single entry without an enclosing array, which no system reads.
  package let isUnwrappedEntry: Bool
  /// Whether `apps` is the empty array that systems before iOS 13 require.
  package let hasEmptyApps: Bool
  /// The offset of the member after `details`; nil when it is the last one.
  package let detailsEnd: Int?
  /// The section as it is written.
  package let node: JSONNode

  private static let entryKeys = ["appID", "appIDs", "components", "paths"]

  init?(_ node: JSONNode) {
    guard node.object != nil else { return nil }
    self.node = node
    defaults = node.member("defaults").flatMap { RuleReader.component($0)?.component }
    // Of several members with the same name, the last counts.
    var values: [String: [String]] = [:]
    var names: [String] = []
    for member in node.member("substitutionVariables")?.object ?? [] {
      let strings = member.node.array?.compactMap(\.string) ?? []
      if values.updateValue(strings, forKey: member.name) == nil { names.append(member.name) }
    }
    substitutionVariables = names.map { ($0, values[$0] ?? []) }
    hasEmptyApps = node.member("apps")?.array?.isEmpty == true
    let details = node.member("details")
    let isEntry = details?.object?.contains { Self.entryKeys.contains($0.name) } ?? false
    isUnwrappedEntry = isEntry
    isDictionary = details?.object != nil && !isEntry
    detailsEnd = node.object?.map(\.node.offset).filter { $0 > details?.offset ?? .max }.min()
    let path = "applinks.details"
    if isEntry {
      self.details = []
    } else if let members = details?.object {
      self.details = members.map { member in
        let name = member.name.shortened(to: 100)
        return Details(member.node, key: member.name, path: jsonPath(path, member: name))
      }
    } else {
      self.details = (details?.array ?? []).enumerated().compactMap { index, node in
        node.object == nil ? nil : Details(node, key: nil, path: "\(path)[\(index)]")
      }
    }
  }
}

/// An entry of `details`: app identifiers and their rules.
///
/// Source: Apple, `applinks.Details`.
public struct Details: Sendable {
  /// The path from the root, such as `applinks.details[0]`.
  public let path: String
  /// `appID`, or the entry's key when `details` is a dictionary; nil when absent.
  public let appID: String?
  /// `appIDs`; nil when absent or not an array.
  public let appIDs: [String]?
  /// The rules read since iOS 13; nil when the key is absent.
  public let components: [AssociationRule]?
  /// The rules for older systems, and for newer ones when `components` is absent; nil when the key
  /// is absent.
  public let paths: [AssociationRule]?
  /// The defaults for this entry's rules, honoured since iOS 14; nil when absent.
  public let defaults: Component?
  /// The entry as it is written.
  package let node: JSONNode

  /// Reads an entry.
  package init(_ node: JSONNode, key: String?, path: String) {
    self.node = node
    self.path = path
    appID = key ?? node.member("appID")?.string
    appIDs = node.member("appIDs")?.array.map { $0.compactMap(\.string) }
    defaults = node.member("defaults").flatMap { RuleReader.component($0)?.component }
    components = node.member("components").map { list in
      (list.array ?? []).enumerated().compactMap { index, node in
        RuleReader.component(node).map {
          AssociationRule(
            index: index, isLegacy: false, component: $0.component, isNot: false,
            unreadKeys: $0.unreadKeys, node: node)
        }
      }
    }
    paths = node.member("paths").map { list in
      (list.array ?? []).enumerated().compactMap { index, node in
        node.string.map { AssociationRule(index: index, path: $0, node: node) }
      }
    }
  }

  /// All identifiers, including those that no system reads.
  package var mentionedIdentifiers: [String] {
    let single = [appID, node.member("appIDs")?.string].compactMap(\.self)
    return single + (appIDs ?? [])
  }

  /// The identifiers that a system with these features reads.
  package func identifiers(on features: AppleFeatures) -> [String] {
    if features.knowsComponents, node.member("appIDs") != nil { return appIDs ?? [] }
    return appID.map { [$0] } ?? []
  }

  /// The rules that a system with these features reads.
  func rules(on features: AppleFeatures) -> [AssociationRule] {
    if features.knowsComponents, let components { return components }
    return paths ?? []
  }

  /// The path from the root to one of this entry's rules.
  package func path(of rule: AssociationRule) -> String {
    "\(path).\(rule.isLegacy ? "paths" : "components")[\(rule.index)]"
  }
}

/// A rule of an entry, as written in the file.
public struct AssociationRule: Sendable {
  /// The position of the rule in its list, from 0.
  public let index: Int
  /// Whether it comes from `paths`.
  public let isLegacy: Bool
  /// The rule itself; without its `NOT ` prefix if it comes from `paths`.
  public let component: Component
  /// Whether the path is preceded by `NOT `.
  public let isNot: Bool
  /// The keys whose values have a type that systems cannot read; treated as absent.
  public let unreadKeys: [String]
  let node: JSONNode

  init(
    index: Int, isLegacy: Bool, component: Component, isNot: Bool, unreadKeys: [String],
    node: JSONNode
  ) {
    self.index = index
    self.isLegacy = isLegacy
    self.component = component
    self.isNot = isNot
    self.unreadKeys = unreadKeys
    self.node = node
  }

  fileprivate init(index: Int, path: String, node: JSONNode) {
    let isNot = path.hasPrefix("NOT ")
    let component = Component(
      path: isNot ? String(path.dropFirst(4)) : path, exclude: isNot ? true : nil)
    self.init(
      index: index, isLegacy: true, component: component, isNot: isNot, unreadKeys: [], node: node)
  }
}
