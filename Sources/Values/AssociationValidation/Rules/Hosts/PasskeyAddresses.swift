import AppAssociation
import JSONSyntax
import WebSyntax

/// Password managers lead people to these addresses, which are https URLs. An empty object says that
/// the host has passkeys and no such pages.
///
/// Bad:
/// ```json
/// {"enroll":"/account/passkeys/new"}
/// ```
///
/// Good:
/// ```json
/// {"enroll":"https://www.example.com/account/passkeys/new",
///  "manage":"https://www.example.com/account/passkeys"}
/// ```
enum PasskeyAddresses: HostDocumentRule {
  static let code = "passkey-addresses"

  static func check(_ root: Spot, _ report: inout Report) {
    for name in ["enroll", "manage"] {
      guard let spot = root.member(name) else { continue }
      guard let text = spot.string, let url = WebURL(text), url.scheme == "https" else {
        let found = spot.string.map { "'\($0)'" } ?? spot.node.value.kindName
        report.error(spot, "found \(found): expected an https URL")
        continue
      }
    }
    if root.members.isEmpty {
      report.note(root, "there is no address: managers know of passkeys, and lead nowhere")
    }
  }
}
