import AppAssociation
import AssociationValidation
import Testing

struct HostDocumentTests {
  @Test(arguments: [
    (HostDocument.webAuthn, #"{"origins":["https://a.example"]}"#, []),
    (.webAuthn, "{}", ["webauthn-origins error"]),
    (.webAuthn, #"{"origins":{}}"#, ["webauthn-origins error"]),
    (.webAuthn, #"{"origins":[]}"#, ["webauthn-origins warning"]),
    (
      .webAuthn, #"{"origins":[1,"https://a.example/x"]}"#,
      ["webauthn-origins error", "webauthn-origins warning"]
    ),
    (
      .webAuthn,
      #"{"origins":["https://a.example","https://b.example","https://c.example","https://d.example","https://e.example","https://f.example"]}"#,
      ["webauthn-origins warning"]
    ),
    (
      .webAuthn,
      #"{"origins":["https://a.de","https://a.com","https://www.a.org","https://b.example","https://c.example","https://d.example","https://e.example"]}"#,
      []
    ),
    (.webAuthn, "[]", ["root-type error"]),
    (.webAuthn, "{", ["json-syntax error"]),
    (.webAuthn, "", ["empty-file error"]),
    (.passkeyEndpoints, "{}", ["passkey-addresses note"]),
    (.passkeyEndpoints, #"{"manage":"https://a.example/"}"#, []),
    (
      .passkeyEndpoints, #"{"manage":"http://a.example/","enroll":7}"#,
      ["passkey-addresses error", "passkey-addresses error"]
    ),
    (.appLinking, #"{"applinking":{"apps":[{"appIdentifier":"1"}]}}"#, []),
    (.appLinking, "{}", ["applinking-apps error"]),
    (.appLinking, #"{"applinking":[]}"#, ["applinking-apps error"]),
    (.appLinking, #"{"applinking":{}}"#, ["applinking-apps error"]),
    (.appLinking, #"{"applinking":{"apps":[]}}"#, ["applinking-apps warning"]),
    (
      .appLinking, #"{"applinking":{"apps":[{"appIdentifier":1},{"appIdentifier":""},{}]}}"#,
      ["applinking-apps error", "applinking-apps error", "applinking-apps error"]
    ),
    (
      .appLinking, #"{"applinking":{"apps":[{"appIdentifier":"1"},{"appIdentifier":"1"}]}}"#,
      ["applinking-apps warning"]
    ),
  ])
  func `finds what browsers and systems would skip`(
    document: HostDocument, text: String, findings: [String]
  ) {
    let found = document.findings(in: Array(text.utf8)).map { "\($0.code) \($0.severity)" }
    #expect(found.sorted() == findings.sorted())
  }
}
