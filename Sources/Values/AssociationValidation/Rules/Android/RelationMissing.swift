import AppAssociation
import JSONSyntax

/// A statement grants what its `relation` lists; without any it is invalid.
///
/// Bad:
/// ```json
/// [{"target":{"namespace":"web","site":"https://asajikan.jp"}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum RelationMissing: AndroidRule {
  static let code = "relation-missing"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (spot, statement) in file.statements where spot.member("include") == nil {
      guard let relation = spot.member("relation") else {
        report.error(
          spot, "the statement has no 'relation'",
          help: "add \"relation\": [\"\(Statement.handleAllURLs)\"]")
        continue
      }
      guard relation.node.array != nil else {
        report.error(
          relation, "found \(relation.node.value.kindName): expected an array of relations",
          help: relation.string.map { "write [\"\($0)\"]" })
        continue
      }
      if statement.relations.isEmpty { report.error(relation, "'relation' is empty") }
    }
  }
}
