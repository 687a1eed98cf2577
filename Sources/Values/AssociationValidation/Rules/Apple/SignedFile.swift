import AppAssociation

/// iOS 8 required signed files. Since 2019 Apple advises against signing and has announced the end
/// of support. Keiro reads the content and does not verify the signature. (The example is signed in
/// the tests.)
///
/// Bad:
/// ```json
/// {"applinks":{"details":[]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum SignedFile: AppleRule {
  static let code = "signed-file"

  static func check(_ file: AppleFile, _ report: inout Report) {
    guard file.association.isSigned else { return }
    report.file(
      .warning, "the file is a signed CMS message; its signature was not verified",
      help: "serve the plain JSON: systems from iOS 9 on do not need the signature")
  }
}
