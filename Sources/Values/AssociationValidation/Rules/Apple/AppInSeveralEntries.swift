import AppAssociation
import JSONSyntax
/// Whether systems try the second entry of an app when the first one does not match is not
/// documented. One entry with `components` and another with `paths`, for systems before iOS 13, are
/// the exception that Apple recommends.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],"components":[{"/":"/a"}]},
///  {"appIDs":["94VJUJ8B7P.jp.asajikan.www"],"components":[{"/":"/b"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],"components":[{"/":"/a"},{"/":"/b"}]}]}}
/// ```
enum AppInSeveralEntries: AppleRule {
  static let code = "app-in-several-entries"

  static func check(_ file: AppleFile, _ report: inout Report) {
    var first: [String: AppleFile.Entry] = [:]
    for entry in file.entries {
      let kind = entry.details.components != nil ? "components" : "paths"
      for identifier in Set(entry.details.identifiers(on: .newest))
        .sorted()
      {
        guard let earlier = first["\(kind) \(identifier)"] else {
          first["\(kind) \(identifier)"] = entry
          continue
        }
        report.finding(
          .warning, entry.spot,
          "'\(identifier)' already appears in \(earlier.details.path): whether a second entry is "
            + "tried is not documented",
          repairs: merging(entry, into: earlier),
          otherwise: "list each app in one entry, with its rules in the order in which they decide")
      }
    }
  }

  /// Entries of the same apps and the same kind become one.
  private static func merging(
    _ entry: AppleFile.Entry, into earlier: AppleFile.Entry
  ) -> [Repair] {
    let key = entry.details.components != nil ? "components" : "paths"
    guard entry.details.mentionedIdentifiers == earlier.details.mentionedIdentifiers,
      let rules = entry.spot.member(key)?.node.array, let list = earlier.spot.member(key)
    else { return [] }
    return [
      Repair(
        "merge their rules into one entry",
        [.remove(entry.spot.node.offset), .append(rules, to: list.node.offset)], effect: .none)
    ]
  }
}
