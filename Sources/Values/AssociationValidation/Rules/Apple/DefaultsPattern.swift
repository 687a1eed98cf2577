import AppAssociation

/// `defaults` may contain any key of a rule. A pattern or an `exclude` there applies to every rule
/// without its own, which is easily overlooked.
///
/// Bad:
/// ```json
/// {"applinks":{"defaults":{"#":"top"},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"defaults":{"caseSensitive":false},"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x"}]}]}}
/// ```
enum DefaultsPattern: AppleRule {
  static let code = "defaults-pattern"

  static func check(_ file: AppleFile, _ report: inout Report) {
    let all = [file.applinks?.member("defaults")] + file.entries.map { $0.spot.member("defaults") }
    for defaults in all.compactMap(\.self) {
      for (name, spot) in defaults.names where ["/", "?", "#", "exclude"].contains(name) {
        report.note(spot, "'\(name)' in 'defaults' applies to every rule without its own")
      }
    }
  }
}
