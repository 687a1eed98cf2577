import AppAssociation
import JSONSyntax

/// Unknown keys are allowed and ignored. One similar to a known key is probably a typo.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprint":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum StatementKey: AndroidRule {
  static let code = "statement-key"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    let known = ["relation", "target", "include", "relation_extensions"]
    let inTarget = ["namespace", "package_name", "sha256_cert_fingerprints", "site", "appid"]
    for (spot, _) in file.statements {
      check(spot, known, &report)
      if let target = spot.member("target") { check(target, inTarget, &report) }
    }
  }

  private static func check(_ object: Spot, _ known: [String], _ report: inout Report) {
    for (name, spot) in object.names where !known.contains(name) {
      guard let near = nearestName(to: name, among: known) else { continue }
      report.warning(spot, "'\(name)' is not a key here: it is ignored", help: "write '\(near)'")
    }
  }
}
