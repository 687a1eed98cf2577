import AppAssociation
import JSONSyntax
import WebSyntax

/// An Android app is identified by its package name: at least two parts of letters, digits and
/// underscores, separated by dots.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.3asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum PackageName: AndroidRule {
  static let code = "package-name"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for target in file.apps {
      guard let name = target.member("package_name") else {
        report.error(target, "the target has no 'package_name'")
        continue
      }
      guard let text = name.string, AndroidPackageName.isValid(text) else {
        let text = name.string ?? name.node.value.kindName
        report.error(
          name, "'\(text)' is not a package name: expected a name \(expectation(text))")
        continue
      }
      if text.hasPrefix("com.example") {
        report.warning(
          name, "'\(text)' looks like a placeholder", help: "use your own package name")
      }
    }
  }

  /// The quality that the name lacks.
  private static func expectation(_ text: String) -> String {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return "with a dot, such as jp.asajikan" }
    if parts.contains(where: \.isEmpty) { return "without empty parts, such as jp.asajikan" }
    let part = parts.first { $0.utf8.first.map(ASCII.isLetter) != true }
    return part.map { "whose parts begin with a letter, unlike '\($0)'" } ?? "such as jp.asajikan"
  }
}
