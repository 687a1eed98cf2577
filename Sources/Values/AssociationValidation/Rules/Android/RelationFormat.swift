import AppAssociation
import JSONSyntax

/// A relation is a kind in lower case, a slash, and a detail of lower-case letters, digits, dots
/// and underscores.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common/handle_all_urls"],
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
enum RelationFormat: AndroidRule {
  static let code = "relation-format"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (spot, _) in file.statements {
      for relation in spot.member("relation")?.elements ?? [] {
        guard let text = relation.string else {
          report.error(relation, "found \(relation.node.value.kindName): expected a relation")
          continue
        }
        guard !isRelation(text) else { continue }
        report.error(
          relation, "'\(text)' is not a relation: expected <kind>/<detail>",
          help: "for example \(Statement.handleAllURLs)")
      }
    }
  }

  private static func isRelation(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    return parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy {
          (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "_.".utf8.contains($0)
        }
    }
  }
}
