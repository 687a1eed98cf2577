/// Whether the second entry of an app is asked when its first one has no match is nowhere
/// documented. An entry with `components` and another with `paths`, for systems before iOS 13, are
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
    var first: [String: String] = [:]
    for entry in file.entries {
      let kind = entry.details.components != nil ? "components" : "paths"
      for identifier in Set(entry.details.identifiers(on: AppleFeatures(system: .newestIOS)))
        .sorted()
      {
        guard let earlier = first["\(kind) \(identifier)"] else {
          first["\(kind) \(identifier)"] = entry.details.path
          continue
        }
        report.warning(
          entry.spot,
          "'\(identifier)' already stands in \(earlier): whether a second entry is asked is not documented",
          help: "join their rules in one entry")
      }
    }
  }
}
