import AppAssociation

/// Validation makes no network requests, so included lists are not read. Google reads at most ten
/// of them.
///
/// Bad:
/// ```json
/// [{"include":"https://asajikan.jp/other.json"}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum IncludeNotFollowed: AndroidRule {
  static let code = "include-not-followed"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    let includes = file.statements.compactMap { $0.spot.member("include") }
    for include in includes.prefix(10) {
      report.note(include, "the included list is not read here", help: "validate it separately")
    }
    if includes.count > 10 {
      report.error(
        includes[10],
        "\(includes.count) lists are included: at most ten are read in the whole tree")
    }
  }
}
