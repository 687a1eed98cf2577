import AppAssociation

/// Unlike on Apple systems, a query item named by a rule has to be present, so `{"x": "*"}`
/// requires it, and `"#": "*"` requires a fragment. A rule copied from an Apple file may therefore
/// mean something else.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x","?":{"a":"*"}}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x","#":"*"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x","?":{"a":"?*"}}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum DynamicAbsence: AndroidRule {
  static let code = "dynamic-absence"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (list, rules) in file.dynamicLists {
      for (rule, spot) in zip(rules, list.elements) {
        if rule.component.fragment?.isStars == true, let member = spot.member("#") {
          report.note(member, "'*' requires a fragment on Android, but not on Apple systems")
        }
        guard case .items(let items) = rule.component.query else { continue }
        for item in items where item.pattern.isStars {
          guard let spot = spot.member("?")?.member(item.name) else { continue }
          report.note(
            spot, "'*' requires '\(item.name)' to be present on Android, but not on Apple systems")
        }
      }
    }
  }
}
