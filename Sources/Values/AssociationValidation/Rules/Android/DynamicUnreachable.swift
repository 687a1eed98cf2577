import AppAssociation

/// The first rule that matches decides. Rules after one that matches everything are never reached.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"*"},{"/":"/x","exclude":true}]}},
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
enum DynamicUnreachable: AndroidRule {
  static let code = "dynamic-unreachable"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (list, rules) in file.dynamicLists {
      guard
        let all = rules.firstIndex(where: { rule in
          rule.component.query == nil && rule.component.fragment == nil
            && (rule.component.path == "*" || rule.component.path == "/*")
        })
      else { continue }
      for (rule, spot) in zip(rules, list.elements).dropFirst(all + 1) {
        let isSame = (rule.component.exclude == true) == (rules[all].component.exclude == true)
        report.warning(
          spot, "the rule is never reached: \(list.path)[\(all)] matches every URL",
          help: isSame ? "delete it" : "move it before that rule")
      }
    }
  }
}
