import AppAssociation
import JSONSyntax

/// One malformed or empty field makes Android 15 discard all rules of a list, and only the manifest
/// decides. The query has to be an object; there is no string form.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x","?":"a=1"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":""}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x","?":{"a":"1"}}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum DynamicRules: AndroidRule {
  static let code = "dynamic-rules"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (_, statement) in file.statements {
      guard let node = statement.dynamicRules else { continue }
      do throws(DynamicRule.Malformation) {
        _ = try DynamicRule.list(node)
      } catch {
        let node = JSONNode(offset: error.offset, value: .null)
        report.error(
          Spot(node, path: statement.dynamicPath + error.path),
          "\(error.message); all rules of the list are discarded",
          help: "without rules, only the intent filters of the manifest decide")
      }
    }
  }
}
