import AppAssociation

/// If there are rules and none matches, the URL does not open the app. With only excludes nothing
/// ever opens.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x","exclude":true}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x","exclude":true},{"/":"*"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum DynamicOnlyExcludes: AndroidRule {
  static let code = "dynamic-only-excludes"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (list, rules) in file.dynamicLists where rules.allSatisfy({ $0.component.exclude == true })
    {
      report.warning(
        list, "all rules are excludes: no URL opens the app from Android 15 on",
        help: "end with {\"/\": \"*\"}")
    }
  }
}
