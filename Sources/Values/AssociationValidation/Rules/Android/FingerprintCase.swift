import AppAssociation

/// Google requires upper case: its own checks call lower case an error, although many readers accept
/// it.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6d:e9:83:c5:73:06:50:d8:ee:b9:95:2f:34:fc:64:16:a0:83:42:e6:1d:be:a8:8a:04:96:b2:3f:cf:44:e5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum FingerprintCase: AndroidRule {
  static let code = "fingerprint-case"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (spot, text) in file.fingerprints where text != text.uppercased() {
      report.error(
        spot, "the fingerprint has lower-case letters: expected upper case",
        help: "write '\(text.uppercased())'")
    }
  }
}
