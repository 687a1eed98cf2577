import AppAssociation
import JSONSyntax

/// An Android app is also identified by its certificates; without any the statement is invalid.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan"}}]
/// ```
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":[]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum FingerprintMissing: AndroidRule {
  static let code = "fingerprint-missing"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for target in file.apps {
      guard let list = target.member("sha256_cert_fingerprints") else {
        report.error(
          target, "the target has no 'sha256_cert_fingerprints'",
          help: "the Play Console lists them under Setup, App signing")
        continue
      }
      guard let elements = list.node.array else {
        report.error(
          list, "found \(list.node.value.kindName): expected an array of fingerprints",
          help: list.string.map { "write [\"\($0)\"]" })
        continue
      }
      if elements.isEmpty { report.error(list, "the list of fingerprints is empty") }
    }
  }
}
