import AppAssociation
import JSONSyntax

/// `exclude` is a key of a rule. In an entry it is ignored, so the URLs that it should keep in the
/// browser open the app.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],"exclude":["/account/*"],
///  "components":[{"/":"/*"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/account/*","exclude":true},
///  {"/":"/*"}]}]}}
/// ```
enum ExcludeInEntry: AppleRule {
  static let code = "exclude-in-entry"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for entry in file.entries {
      guard let exclude = entry.spot.member("exclude") else { continue }
      report.finding(
        .error, exclude,
        "'exclude' is a key of a rule, not of an entry: it is ignored, so nothing is excluded",
        repairs: [moving(exclude, in: entry)].compactMap(\.self),
        otherwise:
          "write {\"/\": \"…\", \"exclude\": true} for each path, in front of the other rules")
    }
  }

  /// The listed paths become the first rules of the entry.
  private static func moving(_ exclude: Spot, in entry: AppleFile.Entry) -> Repair? {
    let paths = exclude.node.array?.compactMap(\.string) ?? []
    let list = entry.spot.member("components")
    guard let first = paths.first, let next = list?.elements.first else { return nil }
    let rules = paths.map { path in
      JSONNode(offset: -1, value: .object(["/": .string(path), "exclude": .bool(true)]))
    }
    let rulePaths = paths.indices.map { "\(entry.details.path).components[\($0)]" }
    return Repair(
      "begin the rules with {\"/\": \"\(first)\", \"exclude\": true}",
      [.insert(rules, before: next.node.offset), .remove(exclude.node.offset)],
      effect: .decides(rules: Set(rulePaths)))
  }
}
