import AppAssociation
import JSONSyntax

/// A statement is an object.
///
/// Bad:
/// ```json
/// ["jp.asajikan"]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum StatementType: AndroidRule {
  static let code = "statement-type"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for element in file.root.elements where element.node.object == nil {
      report.error(
        element, "found \(element.node.value.kindName): expected a statement, an object")
    }
  }
}
