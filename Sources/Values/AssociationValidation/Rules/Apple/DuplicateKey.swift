import AppAssociation
import JSONSyntax

/// If a name is repeated in an object, most readers silently use the last value.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[]},"applinks":{"details":[]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum DuplicateKey: AppleRule {
  static let code = "duplicate-key"

  static func check(_ file: AppleFile, _ report: inout Report) {
    check(file.root, &report)
  }

  private static func check(_ spot: Spot, _ report: inout Report) {
    var earlier: [String: [Int]] = [:]
    for (name, member) in spot.names {
      if let offsets = earlier[name] {
        report.finding(
          .warning, member, "the name '\(name)' is repeated in this object: the last value counts",
          repairs: [
            Repair("keep the last one", offsets.map { .remove($0) }, effect: .none)
          ], otherwise: "keep one of them")
      }
      earlier[name, default: []].append(member.node.offset)
    }
    for (_, member) in spot.members { check(member, &report) }
    for element in spot.elements { check(element, &report) }
  }
}
