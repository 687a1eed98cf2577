import AppAssociation

/// Android divides the decoded query at each `&`, or at each `;` where there is no `&`, before it
/// compares the items. No item holds an `&`.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x","?":{"a":"b&c=d"}}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x","?":{"a":"b","c":"d"}}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum DynamicQuerySeparator: AndroidRule {
  static let code = "dynamic-query-separator"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (list, rules) in file.dynamicLists {
      for (rule, spot) in zip(rules, list.elements) {
        guard case .items(let items) = rule.component.query else { continue }
        for item in items
        where item.name.utf8.contains(UInt8(ascii: "&")) || item.pattern.holds("&") {
          guard let member = spot.member("?")?.member(item.name) else { continue }
          report.warning(
            member,
            "'\(item.name)=\(item.pattern)' never matches: Android divides queries at '&'",
            help: "name each item by itself")
        }
      }
    }
  }
}
