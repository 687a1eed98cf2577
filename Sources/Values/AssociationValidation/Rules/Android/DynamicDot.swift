import AppAssociation

/// In a pattern with wildcards Android takes a `.` for any character, unless a `*` is in front of
/// it. Without wildcards, or with one `*` at the end alone, a dot is a dot.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/v1.0/?*"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/v1.0/*"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum DynamicDot: AndroidRule {
  static let code = "dynamic-dot"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for pattern in file.dynamicPatterns where AndroidPattern(pattern.text).hasLooseDot {
      report.warning(
        pattern.spot,
        "'.' in '\(pattern.text)' is any character on Android, as the pattern has other wildcards than "
          + "a '*' at its end",
        help: "write a pattern without them")
    }
  }
}
