import AppAssociation
import JSONSyntax
import WebSyntax

/// Browsers let pages of these origins use the passkeys of the host, and skip all but https
/// origins. They need not read more than five different names.
///
/// Bad:
/// ```json
/// {"origins":["http://shop.example.net","shop.example.org"]}
/// ```
///
/// Good:
/// ```json
/// {"origins":["https://shop.example.net","https://shop.example.org:8443"]}
/// ```
enum WebAuthnOrigins: HostDocumentRule {
  static let code = "webauthn-origins"
  /// WebAuthn Level 3, section 5.11: "at least five registrable origin labels".
  private static let names = 5

  static func check(_ root: Spot, _ report: inout Report) {
    guard let origins = root.list("origins", of: "origins", &report) else { return }
    if origins.isEmpty { report.warning(root, "the list is empty: no other origin is let in") }
    var labels: Set<String> = []
    for spot in origins {
      guard let text = spot.string, let url = WebURL(text), url.scheme == "https" else {
        let found = spot.string.map { "'\($0)'" } ?? spot.node.value.kindName
        report.error(
          spot, "found \(found), which browsers skip: expected https:// and a host", help: nil)
        continue
      }
      if !["", "/"].contains(url.path) || url.query != nil || url.fragment != nil {
        report.warning(spot, "'\(text)' is more than an origin: browsers ignore its path")
      }
      labels.insert(label(url.host))
    }
    if labels.count > names {
      report.warning(
        root, "\(labels.count) different names: browsers need take no more than \(names)")
    }
  }

  /// The name that counts, of hosts with an ending of one part: `shop` of `www.shop.example`.
  private static func label(_ host: String) -> String {
    let parts = host.lowercased().split(separator: ".")
    return String(parts.dropLast().last ?? parts.first ?? "")
  }
}
