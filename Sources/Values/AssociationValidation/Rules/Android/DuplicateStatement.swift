import AppAssociation
import JSONSyntax

/// A repeated statement grants nothing more.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}},
/// {"relation":["delegate_permission/common.handle_all_urls"],
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
enum DuplicateStatement: AndroidRule {
  static let code = "duplicate-statement"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    var first: [String: Int] = [:]
    for (spot, statement) in file.statements {
      let text = Self.text(spot.node)
      guard let earlier = first[text] else {
        first[text] = statement.index
        continue
      }
      report.warning(spot, "the statement duplicates [\(earlier)]", help: "delete it")
    }
  }

  /// The value as text, without its offset and white space.
  private static func text(_ node: JSONNode) -> String {
    switch node.value {
    case .null: return "null"
    case .bool(let value): return "\(value)"
    case .number(let number): return number
    case .string(let string):
      var quoted = ""
      JSONOutput.quote(string, into: &quoted)
      return quoted
    case .array(let elements): return "[" + elements.map(text).joined(separator: ",") + "]"
    case .object(let members):
      return "{" + members.map { "\($0.name):\(text($0.node))" }.joined(separator: ",") + "}"
    }
  }
}
