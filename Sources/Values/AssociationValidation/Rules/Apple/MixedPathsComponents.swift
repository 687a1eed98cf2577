import AppAssociation

/// If an entry has both keys, systems from iOS 13 on read `components` and older ones `paths`.
/// Apple advises against mixing them: give older systems a separate entry.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appID":"94VJUJ8B7P.jp.asajikan.www","paths":["/x"],"components":[{"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"apps":[],"details":[
///  {"appIDs":["94VJUJ8B7P.jp.asajikan.www"],"components":[{"/":"/x"}]},
///  {"appID":"94VJUJ8B7P.jp.asajikan.www","paths":["/x"]}]}}
/// ```
enum MixedPathsComponents: AppleRule {
  static let code = "mixed-paths-components"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for entry in file.entries {
      guard let paths = entry.spot.member("paths"), entry.spot.member("components") != nil else {
        continue
      }
      report.warning(
        paths, "'paths' is ignored from iOS 13 on because 'components' is present",
        help:
          "give systems before iOS 13 a separate entry with 'appID' and 'paths' for the same URLs")
    }
  }
}
