/// A dictionary is the first documented form of `details`. It is still read, but its keys have no
/// order, so if two apps match, either may open.
///
/// Bad:
/// ```json
/// {"applinks":{"apps":[],"details":{"94VJUJ8B7P.jp.asajikan.www":{"paths":["/x"]}}}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum DetailsDictionary: AppleRule {
  static let code = "details-dictionary"

  static func check(_ file: AppleFile, _ report: inout Report) {
    guard file.association.applinks?.isDictionary == true,
      let details = file.applinks?.member("details")
    else { return }
    report.warning(
      details, "'details' is a dictionary, whose entries have no order: expected an array",
      help: "write [{\"appIDs\": [\"…\"], \"components\": […]}]")
  }
}
