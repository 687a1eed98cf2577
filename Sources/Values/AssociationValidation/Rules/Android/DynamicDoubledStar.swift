import AppAssociation

/// `**` is not `*` on Android. The system turns each star into `.*`, and the first one runs up to
/// the dot of the second: the rule wants a dot and a star in the URL.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x/**"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x/*"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum DynamicDoubledStar: AndroidRule {
  static let code = "dynamic-doubled-star"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for pattern in file.dynamicPatterns where pattern.text.holds("**") {
      var single = pattern.text
      while single.holds("**") { single = single.replacingAll("**", with: "*") }
      report.warning(
        pattern.spot, "'**' in '\(pattern.text)' wants '.*' in the URL on Android",
        help: "write '\(single)'")
    }
  }
}
