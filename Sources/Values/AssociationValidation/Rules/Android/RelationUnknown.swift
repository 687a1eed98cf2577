import AppAssociation
import JSONSyntax

/// Custom relations are allowed, but systems act only on those that Google defines. One with a
/// similar name is probably a typo.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_url"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum RelationUnknown: AndroidRule {
  static let code = "relation-unknown"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    let known = [
      Statement.handleAllURLs, "delegate_permission/common.get_login_creds",
      "delegate_permission/common.use_as_origin",
    ]
    for (spot, _) in file.statements {
      for relation in spot.member("relation")?.elements ?? [] {
        guard let text = relation.string, !known.contains(text),
          let near = nearestName(to: text, among: known)
        else { continue }
        report.warning(
          relation, "'\(text)' is not a relation defined by Google", help: "write '\(near)'")
      }
    }
  }
}
