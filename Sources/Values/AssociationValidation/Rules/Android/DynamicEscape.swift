import AppAssociation
import WebSyntax

/// Android decodes a URL before it compares it with the rules, and takes the rules as they are
/// written. An escape in a pattern stands for the characters `%` and two digits, and not for the
/// character that it encodes.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/caf%C3%A9"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "relation_extensions":{"delegate_permission/common.handle_all_urls":
///   {"dynamic_app_link_components":[{"/":"/café"}]}},
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum DynamicEscape: AndroidRule {
  static let code = "dynamic-escape"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for pattern in file.dynamicPatterns where pattern.text.hasEscapes {
      let decoded = PercentCoding.decodeLossy(Array(pattern.text.utf8)[...])
      let isSame = decoded.wildcardCount == pattern.text.wildcardCount && decoded != pattern.text
      report.warning(
        pattern.spot,
        "'\(pattern.text)' is compared with decoded URLs on Android, which hardly ever hold an escape",
        help: isSame ? "write '\(decoded)'" : "write the characters themselves, but for '*' and '?'"
      )
    }
  }
}

extension String {
  fileprivate var wildcardCount: Int { utf16.filter(AndroidPattern.isWildcard).count }
}
