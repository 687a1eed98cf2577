import AppAssociation

/// A repeated identifier has no effect.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www","94VJUJ8B7P.jp.asajikan.www"],"components":[{"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum DuplicateIdentifier: AppleRule {
  static let code = "duplicate-identifier"

  static func check(_ file: AppleFile, _ report: inout Report) {
    let lists = file.entries.compactMap { $0.spot.member("appIDs") }
    let services = AppSiteAssociation.otherServices.compactMap {
      file.root.member($0)?.member("apps")
    }
    for list in lists + services {
      var seen: Set<String> = []
      for spot in list.elements {
        guard let text = spot.string, !seen.insert(text).inserted else { continue }
        report.finding(
          .warning, spot, "'\(text)' is repeated in this list", repairs: [.delete(spot)])
      }
    }
  }
}
