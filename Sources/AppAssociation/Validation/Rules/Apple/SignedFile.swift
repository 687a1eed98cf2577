/// Signed files were needed for iOS 8. Since 2019 Apple asks not to sign them, and says that
/// support will go. Keiro reads the content and does not check the signature. (The example is
/// signed in the tests.)
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
      .warning, "the file is a signed CMS message; its signature was not checked",
      help: "serve the JSON itself: nothing since iOS 9 needs the signature")
  }
}
