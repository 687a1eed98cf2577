package import JSONSyntax
package import Platforms
import WebSyntax

/// An `apple-app-site-association`, read as leniently as possible: invalid parts are skipped and do
/// not affect the rest.
public struct AppSiteAssociation: Sendable {
  /// The universal links service; nil when the file has none.
  public let applinks: AppLinks?
  /// The other services, in file order.
  public let services: [Service]
  /// The size of the text, in bytes.
  public let byteCount: Int
  /// Whether the text came in a CMS signature, which was not verified.
  public let isSigned: Bool
  package let document: JSONDocument

  /// A service that only lists apps, such as `webcredentials`.
  public struct Service: Sendable {
    /// The name of the service.
    public let name: String
    /// The identifiers as written; non-string elements are left out.
    public let apps: [String]
  }

  /// The services that Apple documents besides `applinks`.
  package static let otherServices = [
    "webcredentials", "activitycontinuation", "appclips", "messagefilter", "authsrv",
  ]

  package init(_ document: JSONDocument, byteCount: Int, isSigned: Bool) {
    self.document = document
    self.byteCount = byteCount
    self.isSigned = isSigned
    applinks = document.root.member("applinks").flatMap { AppLinks($0) }
    services = (document.root.object ?? []).compactMap { member in
      guard Self.otherServices.contains(member.name), let apps = member.node.member("apps")?.array
      else { return nil }
      return Service(name: member.name, apps: apps.compactMap(\.string))
    }
  }

  /// Every identifier named in any service, without duplicates, `applinks` first.
  public var identifiers: [String] {
    let links = applinks?.details.flatMap(\.mentionedIdentifiers) ?? []
    return (links + services.flatMap(\.apps)).withoutRepeats
  }
}

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
  package let node: JSONNode

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

  package func identifiers(on system: SystemVersion = .newestIOS) -> [String] {
    if system.has(.components), node.member("appIDs") != nil { return appIDs ?? [] }
    return appID.map { [$0] } ?? []
  }

  func rules(on system: SystemVersion) -> [AssociationRule] {
    if system.has(.components), let components { return components }
    return paths ?? []
  }

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
}

extension AssociationRule {
  fileprivate init(index: Int, path: String, node: JSONNode) {
    let isNot = path.hasPrefix("NOT ")
    let component = Component(
      path: isNot ? String(path.dropFirst(4)) : path, exclude: isNot ? true : nil)
    self.init(
      index: index, isLegacy: true, component: component, isNot: isNot, unreadKeys: [], node: node)
  }
}

/// Reads rules as systems do: unknown keys are ignored, and values of the wrong type are treated as
/// absent.
enum RuleReader {
  /// Reads a rule; nil when the value is not an object. `unreadKeys` have values of the wrong type.
  static func component(_ node: JSONNode) -> (component: Component, unreadKeys: [String])? {
    guard node.object != nil else { return nil }
    var component = Component()
    var unread: [String] = []
    func read<Value>(_ key: String, _ value: (JSONNode) -> Value?) -> Value? {
      guard let node = node.member(key) else { return nil }
      let value = value(node)
      if value == nil { unread.append(key) }
      return value
    }
    component.path = read("/", \.string)
    component.query = read("?", query)
    component.fragment = read("#", \.string)
    component.exclude = read("exclude", \.bool)
    component.caseSensitive = read("caseSensitive", \.bool)
    component.percentEncoded = read("percentEncoded", \.bool)
    component.comment = node.member("comment")?.string
    return (component, unread)
  }

  /// A single non-string value voids the whole dictionary, as observed in `swcutil`. Of several
  /// items with the same name, the last counts.
  private static func query(_ node: JSONNode) -> Component.Query? {
    if let text = node.string { return .string(text) }
    guard let members = node.object else { return nil }
    var items: [Component.Query.Item] = []
    var positions: [String: Int] = [:]
    for member in members {
      guard let pattern = member.node.string else { return nil }
      if let position = positions[member.name] {
        items[position].pattern = pattern
      } else {
        positions[member.name] = items.count
        items.append(Component.Query.Item(name: member.name, pattern: pattern))
      }
    }
    return .items(items)
  }
}
