import AppAssociation
import JSONSyntax
import SiteModel
import WebSyntax

/// Reads a site's declarations about passkeys and passwords.
struct PasskeysReader {
  func read(_ object: JSONObjectReader, into site: inout SiteDefinition) {
    site.webAuthnOrigins = object.optional("webauthn")?.object { object in
      origins(object.required("origins"))
    }
    site.passkeys = object.optional("passkeys").flatMap(passkeys)
    site.changePassword = object.optional("changePassword")
      .flatMap(RouteTextReader(captured: []).address)
  }

  private func origins(_ field: JSONField?) -> [String] {
    if field?.node.array?.isEmpty == true {
      field?.report("the array is empty: expected at least one origin")
    }
    return field?.distinct(origin) ?? []
  }

  /// Browsers compare origins as strings in their own serialization (WHATWG HTML, "serialization of
  /// an origin").
  private func origin(_ field: JSONField) -> String? {
    guard let text = field.text() else { return nil }
    guard let url = WebURL(text), url.scheme == "https", url.userInfo == nil,
      url.path.isEmpty || url.path == "/", url.query == nil, url.fragment == nil,
      let host = HostPattern(url.host), !host.isWildcard
    else {
      field.report("'\(text)' is not an origin: expected one such as https://www.example.org")
      return nil
    }
    let port = url.port.flatMap { $0 == "443" || $0.isEmpty ? nil : ":\($0)" } ?? ""
    return "https://" + host.name + port
  }

  private func passkeys(_ field: JSONField) -> PasskeyEndpoints? {
    field.object { object in
      let endpoints = PasskeyEndpoints(
        enroll: object.optional("enroll").flatMap(secureURL),
        manage: object.optional("manage").flatMap(secureURL))
      if object.optional("enroll") == nil, object.optional("manage") == nil {
        object.field.report("there is no address: expected 'enroll', 'manage' or both")
      }
      return endpoints
    }
  }

  private func secureURL(_ field: JSONField) -> String? {
    field.value(
      { text in
        guard let url = WebURL(text), url.scheme == "https", url.userInfo == nil,
          PercentCoding.encodeUnsafe(text.utf8) == text
        else { return nil }
        return text
      }, isNot: "an https URL")
  }
}
