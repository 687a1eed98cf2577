import AppAssociation
import JSONSyntax

/// Keys that systems do not read, most of them misspelt.
enum UnknownKey {
  static func check(_ file: AppleFile, _ report: inout Report) {
    checkTop(file.root, &report)
    if let applinks = file.applinks { check(applinks, links, "'applinks'", &report) }
    for entry in file.entries {
      check(entry.spot, Self.details, "an entry", &report)
      if let defaults = entry.spot.member("defaults") { checkComponent(defaults, &report) }
    }
    if let defaults = file.applinks?.member("defaults") { checkComponent(defaults, &report) }
    for rule in file.components { checkComponent(rule.spot, &report) }
  }

  static let links = ["apps", "defaults", "substitutionVariables", "details"]
  static let details = ["appID", "appIDs", "components", "paths", "defaults"]
  private static let component = [
    "/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded",
  ]

  /// Words that people write for a key, beyond those that are nearly written like it.
  private static let synonyms = [
    "patterns": "components", "rules": "components", "routes": "components", "urls": "components",
    "identifiers": "appIDs", "bundleIDs": "appIDs", "applicationIDs": "appIDs",
  ]

  /// The key that a name was meant as; nil for other names.
  private static func meaning(of name: String, among known: [String]) -> String? {
    nearestName(to: name, among: known)
      ?? synonyms.first { $0.key.lowercased() == name.lowercased() && known.contains($0.value) }?
      .value
  }

  /// Whether a name of an object was meant as one of some keys that it lacks.
  static func isMeant(_ keys: [String], in object: Spot, among known: [String]) -> Bool {
    object.names.contains { name, _ in
      !known.contains(name) && meaning(of: name, among: known).map(keys.contains) == true
    }
  }

  /// Keys of other services are accepted unless they look like a typo.
  private static func checkTop(_ root: Spot, _ report: inout Report) {
    for (name, spot) in root.names where !AppleFile.services.contains(name) {
      guard let near = nearestName(to: name, among: AppleFile.services) else {
        if !name.hasPrefix("$") {
          report.note(spot, "'\(name)' is not one of Apple's services: it is ignored")
        }
        continue
      }
      report.finding(
        .error, spot, "'\(name)' is not a service: it is ignored with its contents",
        repairs: renaming(spot, to: near, in: root, effect: .fills))
    }
  }

  private static func check(
    _ object: Spot, _ known: [String], _ kind: String, _ report: inout Report
  ) {
    for (name, spot) in object.names
    where !known.contains(name) && !AppleFile.services.contains(name) && name != "exclude" {
      guard let near = meaning(of: name, among: known) else {
        if name != "comment" {
          report.note(spot, "'\(name)' is not a key of \(kind): it is ignored")
        }
        continue
      }
      report.finding(
        .error, spot, "'\(name)' is not a key of \(kind): it is ignored",
        repairs: renaming(spot, to: near, in: object, effect: .fills),
        otherwise: "the key is '\(near)'")
    }
  }

  private static func checkComponent(_ rule: Spot, _ report: inout Report) {
    for (name, spot) in rule.names where !component.contains(name) && !name.hasPrefix("/") {
      let near = nearestName(to: name, among: component)
      report.finding(
        near == "comment" ? .note : .error, spot,
        "'\(name)' is not a key of a rule: \(consequence(spot.node, near))",
        repairs: near.map {
          renaming(spot, to: $0, in: rule, effect: .corrects(rule: rule.path))
        } ?? [],
        otherwise: near.map { "the key is '\($0)'" }
          ?? "expected one of \(component.joined(separator: " "))")
    }
  }

  /// The effect on the rule of lacking the intended key.
  private static func consequence(_ value: JSONNode, _ near: String?) -> String {
    switch (near, value.bool) {
    case ("caseSensitive", false): "it is ignored, which makes the rule narrower"
    case ("percentEncoded", false): "it is ignored, so URLs are not decoded"
    case ("exclude", true): "it is ignored, so the rule opens the app"
    case ("caseSensitive", _), ("percentEncoded", _), ("exclude", _), ("comment", _):
      "it is ignored"
    default: "it is ignored, which makes the rule broader"
    }
  }

  private static func renaming(
    _ spot: Spot, to name: String, in object: Spot, effect: Repair.Effect
  ) -> [Repair] {
    guard object.member(name) == nil else { return [] }
    return [Repair("write '\(name)'", [.rename(spot.node.offset, name)], effect: effect)]
  }
}
