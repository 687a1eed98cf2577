import AppAssociation

/// An app may have one list of rules for each relation. If there are several, which one counts is
/// unknown.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}},
/// {"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/y"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x"},{"/":"/y"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum DynamicSeveralLists: AndroidRule {
  static let code = "dynamic-several-lists"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    var first: [String: Int] = [:]
    for (_, statement) in file.statements {
      guard let package = statement.packageName, let node = statement.dynamicRules else { continue }
      guard let earlier = first[package] else {
        first[package] = statement.index
        continue
      }
      report.warning(
        Spot(node, path: statement.dynamicPath),
        "'\(package)' already has rules in [\(earlier)]: which ones count is unknown",
        help: "merge them into one statement")
    }
  }
}
