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
          "'\(identifier)' already appears in \(earlier): whether a second entry is tried is not documented",
          help: "merge their rules into one entry")
      }
    }
  }
}
