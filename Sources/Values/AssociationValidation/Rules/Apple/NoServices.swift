import AppAssociation

/// A file without any of Apple's services is valid but associates nothing.
///
/// Bad:
/// ```json
/// {}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum NoServices: AppleRule {
  static let code = "no-services"

  static func check(_ file: AppleFile, _ report: inout Report) {
    let known = ["applinks"] + AppSiteAssociation.otherServices
    guard !file.root.members.contains(where: { known.contains($0.name) }) else { return }
    report.warning(
      file.root,
      "the file has none of the services \(known.joined(separator: ", ")): it associates nothing",
      help: "add an \"applinks\" object")
  }
}
