import AppAssociation
import JSONSyntax

/// If a name is repeated in an object, most readers silently use the last value: a second
/// `sha256_cert_fingerprints` replaces the first one.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation":["delegate_permission/common.get_login_creds"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls",
///   "delegate_permission/common.get_login_creds"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum StatementDuplicateKey: AndroidRule {
  static let code = "statement-duplicate-key"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    check(file.root, &report)
  }

  private static func check(_ spot: Spot, _ report: inout Report) {
    var seen: Set<String> = []
    for (name, member) in spot.names where !seen.insert(name).inserted {
      report.warning(
        member, "the name '\(name)' is repeated in this object: the last value counts",
        help: "put all values under one name")
    }
    for (_, member) in spot.members { check(member, &report) }
    for element in spot.elements { check(element, &report) }
  }
}
