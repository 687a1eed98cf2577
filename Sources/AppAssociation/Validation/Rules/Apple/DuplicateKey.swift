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
    var seen: Set<String> = []
    for (name, place) in spot.names where !seen.insert(name).inserted {
      report.warning(
        place, "the name '\(name)' is repeated in this object: the last value counts",
        help: "keep one of them")
    }
    for (_, member) in spot.members { check(member, &report) }
    for element in spot.elements { check(element, &report) }
  }
}
