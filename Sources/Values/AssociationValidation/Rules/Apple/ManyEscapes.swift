import AppAssociation

/// If iOS 13 is no longer supported, a file full of escapes is easier to read and to maintain with
/// `percentEncoded` false and plain characters. (The example represents twenty such rules; the
/// tests repeat it.)
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/%E6%9C%9D"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/朝","percentEncoded":false}]}]}}
/// ```
enum ManyEscapes: AppleRule {
  static let code = "many-escapes"

  static func check(_ file: AppleFile, _ report: inout Report) {
    let escaped = file.patterns.filter { !$0.decodes && $0.text.hasEscapes }
    guard escaped.count >= 20, let first = escaped.first else { return }
    report.note(
      first.spot, "\(escaped.count) patterns of the file are percent-encoded",
      help:
        "\"defaults\": {\"percentEncoded\": false} allows plain characters instead, from iOS 14 on")
  }
}
