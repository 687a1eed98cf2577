import AppAssociation
import JSONSyntax

/// A target is `android_app` or `web`; the specification also has `ios_app`.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android","package_name":"jp.asajikan"}}]
/// ```
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"photos-web","site":"https://asajikan.jp"}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"android_app","package_name":"jp.asajikan",
///   "sha256_cert_fingerprints":["14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"]}}]
/// ```
enum TargetNamespace: AndroidRule {
  static let code = "target-namespace"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    let known = ["android_app", "web", "ios_app"]
    for (spot, _) in file.statements {
      guard let target = spot.member("target"), target.node.object != nil else { continue }
      guard let namespace = target.member("namespace") else {
        report.error(
          target, "the target has no 'namespace'", help: "add \"namespace\": \"android_app\"")
        continue
      }
      guard namespace.string.map(known.contains) != true else { continue }
      let text = namespace.string ?? namespace.node.value.kindName
      let near = nearestName(to: text, among: known) ?? Self.namespace(of: target)
      report.error(
        namespace, "'\(text)' is not a namespace: expected one of \(known.joined(separator: ", "))",
        help: near.map { "write '\($0)'" })
    }
  }

  /// The namespace whose keys the target has.
  private static func namespace(of target: Spot) -> String? {
    let keys = [
      ("package_name", "android_app"), ("sha256_cert_fingerprints", "android_app"),
      ("site", "web"), ("appid", "ios_app"),
    ]
    return keys.first { target.member($0.0) != nil }?.1
  }
}
