import Cryptography
import JSONSyntax
import SiteModel
import WebSyntax

/// Reads how an app's notifications are sent; null turns them off.
struct PushReader {
  let folder: ConfigurationFolder

  func read(_ field: JSONField) -> PushSettings? {
    guard !field.isNull else { return nil }
    let settings = field.object { object -> PushSettings? in
      let teamID = object.required("teamID").flatMap(identifier)
      let keyID = object.required("keyID").flatMap(identifier)
      let key = object.required("key").flatMap(key)
      var endpoint: String?
      if let field = object.optional("endpoint"), !field.isNull { endpoint = self.endpoint(field) }
      var authorities: String?
      if let field = object.optional("cacert"), !field.isNull {
        authorities = field.text().map(folder.resolve)
      }
      guard let teamID, let keyID, let key else { return nil }
      return PushSettings(
        teamID: teamID, keyID: keyID, key: key, endpoint: endpoint, authorities: authorities)
    }
    return settings ?? nil
  }

  private func identifier(_ field: JSONField) -> String? {
    field.value(
      { text in
        text.utf8.count == 10 && text.utf8.allSatisfy(ASCII.isAlphanumeric) ? text : nil
      }, isNot: "an identifier of Apple: expected ten letters and digits")
  }

  private func key(_ field: JSONField) -> String? {
    // Not read as `text()`, since a PEM key has several lines.
    guard let text = field.node.string ?? SecretReader(folder: folder).read(field) else {
      return nil
    }
    // The message must not contain the key.
    guard SigningKey(pem: Array(text.utf8)) != nil else {
      field.report("not a key of APNs: expected the contents of an AuthKey_….p8 (PKCS #8, P-256)")
      return nil
    }
    return text
  }

  private func endpoint(_ field: JSONField) -> String? {
    field.value(
      { text in
        guard let url = WebURL(text), url.scheme == "https", url.userInfo == nil,
          url.path.isEmpty || url.path == "/", url.query == nil, url.fragment == nil
        else { return nil }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
      }, isNot: "a base URL: expected one such as https://127.0.0.1:2197")
  }
}
