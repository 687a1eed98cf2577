import AppAssociation

/// A `*` ends at the first occurrence of the character behind it, and the system never looks for
/// another one: `/x/*/y` matches `/x/1/y`, and not `/x/1/2/y` as on Apple systems.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x/*/y"}]}},
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
enum DynamicInnerStar: AndroidRule {
  static let code = "dynamic-inner-star"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for pattern in file.dynamicPatterns {
      guard let next = AndroidPattern(pattern.text).endOfFirstStar else { continue }
      report.note(
        pattern.spot,
        "'*' in '\(pattern.text)' ends at the first '\(next)' on Android, but at any on Apple systems"
      )
    }
  }
}
