import AppAssociation
import WebSyntax

/// A site is `http://` or `https://` and a host, optionally with a port: no path, not even a slash,
/// no query, no fragment, no user.
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"web","site":"https://asajikan.jp/"}}]
/// ```
///
/// Bad:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"web","site":"https://asajikan.jp:999999"}}]
/// ```
///
/// Good:
/// ```json
/// [{"relation":["delegate_permission/common.handle_all_urls"],
///  "target":{"namespace":"web","site":"https://asajikan.jp"}}]
/// ```
enum TargetSite: AndroidRule {
  static let code = "target-site"

  static func check(_ file: AndroidFile, _ report: inout Report) {
    for (spot, _) in file.statements {
      guard let target = spot.member("target"), target.member("namespace")?.string == "web" else {
        continue
      }
      guard let site = target.member("site"), let text = site.string else {
        report.error(target, "the target has no 'site'")
        continue
      }
      let url = WebURL(text)
      let isWeb = url.map { URLScheme.isWeb($0.scheme) } ?? false
      let isBare = url.map {
        $0.path.isEmpty && $0.query == nil && $0.fragment == nil && $0.userInfo == nil
      }
      if let url, let port = url.port, !url.hasPossiblePort {
        report.error(site, "'\(text)' has the port \(port): expected one from 1 to 65535")
        continue
      }
      guard !isWeb || isBare != true else { continue }
      let help = url.map { "write '\($0.scheme)://\($0.host)\($0.port.map { ":" + $0 } ?? "")'" }
      report.error(
        site, "'\(text)' is not a site: expected only a scheme and a host", help: isWeb ? help : nil
      )
    }
  }
}
