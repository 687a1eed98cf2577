import AppAssociation
import JSONSyntax

/// A statement grants its relations to its `target`; without one it is invalid.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"]}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum TargetMissing: AndroidRule {
  static let code = "target-missing"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (spot, _) in file.statements where spot.member("include") == nil {
      guard let target = spot.member("target") else {
        report.error(spot, "the statement has no 'target'")
        continue
      }
      guard target.node.object != nil else {
        report.error(target, "found \(target.node.value.kindName): expected an object")
        continue
      }
    }
  }
}
