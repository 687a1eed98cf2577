import AppAssociation

/// Whether `/a/*/` covers `/a`, and `*/a` covers `/a`, is unknown: there is no published
/// observation.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/a/*/"}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"*/a"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/a/*"}]}]}}
/// ```
enum UnclearPattern: AppleRule {
  static let code = "unclear-pattern"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.part == .path {
      let path = pattern.text
      if path.hasSuffix("/*/") {
        report.finding(
          .note, pattern.spot, "whether '\(path)' covers '\(path.dropLast(3))' is unknown",
          repairs: [
            pattern.rewritten(
              String(path.dropLast()), help: "drop the last slash, or list both paths",
              effect: .none)
          ], otherwise: "list both paths")
      } else if path.hasPrefix("*/"), path.count > 2 {
        report.note(
          pattern.spot, "whether '\(path)' covers '\(path.dropFirst())' is unknown",
          help: "list both paths if both are intended")
      }
    }
  }
}
