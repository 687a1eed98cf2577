import AppAssociation

/// Rules apply to a relation that the statement grants. Rules for other relations are never used.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.get_login_creds"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/x"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum DynamicWithoutRelation: AndroidRule {
  static let code = "dynamic-without-relation"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (spot, statement) in file.statements {
      for (name, member) in spot.member("relation_extensions")?.names ?? []
      where !statement.relations.contains(name) {
        report.warning(
          member, "the statement does not grant '\(name)', so its rules are never used",
          help: "add it to 'relation'")
      }
    }
  }
}
