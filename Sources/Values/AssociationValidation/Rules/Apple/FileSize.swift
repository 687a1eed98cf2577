import AppAssociation

/// From iOS 9.3.1 on a file may have 128 KB, uncompressed. Apple does not say whether that is
/// 128,000 or 131,072 bytes, nor whether the limit applies to its own network, which fetches the
/// file from iOS 14 on. (The examples are padded in the tests.)
///
/// Bad:
/// ```json
/// {"applinks":{"details":[]},"padding":"…"}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum FileSize: AppleRule {
  static let code = "file-size"

  static func check(_ file: AppleFile, _ report: inout Report) {
    let count = file.association.byteCount
    guard count > 128_000 else { return }
    let isOver = count > 128 * 1024
    report.file(
      isOver ? .error : .warning,
      "the file has \(count) bytes: expected at most \(isOver ? 131_072 : 128_000)",
      help: "replace several rules with one pattern that uses '*'")
  }
}
