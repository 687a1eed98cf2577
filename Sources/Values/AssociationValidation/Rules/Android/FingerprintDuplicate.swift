import AppAssociation

/// A repeated fingerprint has no effect.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5",
///    "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum FingerprintDuplicate: AndroidRule {
  static let code = "fingerprint-duplicate"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for target in file.apps {
      var seen: Set<String> = []
      for spot in target.member("sha256_cert_fingerprints")?.elements ?? [] {
        guard let text = spot.string?.uppercased(), !seen.insert(text).inserted else { continue }
        report.warning(spot, "the fingerprint is repeated in this list", help: "keep one of them")
      }
    }
  }
}
