import AppAssociation

/// Rules on Android have only `/`, `?`, `#`, `exclude` and `comments`, where Apple's have `comment`.
/// Since one malformed field discards all rules, other keys are better left out.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x","comment":"shop"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x","comments":"shop"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum DynamicUnknownKey: AndroidRule {
  static let code = "dynamic-unknown-key"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (list, _) in file.dynamicLists {
      for spot in list.elements {
        for (name, member) in spot.names where !DynamicRule.keys.contains(name) {
          report.warning(
            member,
            "'\(name)' is not a key of these rules: whether it voids all of them is unknown",
            help: "delete it")
        }
      }
    }
  }
}
