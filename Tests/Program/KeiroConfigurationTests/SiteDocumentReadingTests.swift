import SiteModel
import Testing

@testable import KeiroConfiguration

struct SiteDocumentReadingTests {
  @Test func `reads who may use a site's passkeys, and where they are kept`() throws {
    let site = try configuration(
      siteText(
        """
        "webauthn": { "origins": ["https://B.example", "https://c.example:443/", "https://d.example:8443"] },
        "passkeys": { "manage": "https://x.example/passkeys" },
        "changePassword": "/account/password"
        """)
    ).service.sites[0]
    #expect(
      site.webAuthnOrigins == ["https://b.example", "https://c.example", "https://d.example:8443"])
    #expect(site.passkeys == PasskeyEndpoints(manage: "https://x.example/passkeys"))
    #expect(site.changePassword == "/account/password")
  }

  @Test(arguments: [
    (#""webauthn": {}"#, "sites[0].webauthn: 'origins' is missing: expected it here"),
    (
      #""webauthn": { "origins": [] }"#,
      "sites[0].webauthn.origins: the array is empty: expected at least one origin"
    ),
    (
      #""webauthn": { "origins": ["http://b.example"] }"#,
      "sites[0].webauthn.origins[0]: 'http://b.example' is not an origin: "
        + "expected one such as https://www.example.org"
    ),
    (
      #""webauthn": { "origins": ["https://b.example/login"] }"#,
      "sites[0].webauthn.origins[0]: 'https://b.example/login' is not an origin: "
        + "expected one such as https://www.example.org"
    ),
    (
      #""webauthn": { "origins": ["https://b.example", "https://b.example:443"] }"#,
      "sites[0].webauthn.origins[1]: 'https://b.example' is already listed at "
        + "sites[0].webauthn.origins[0]: expected it once"
    ),
    (
      #""passkeys": {}"#,
      "sites[0].passkeys: there is no address: expected 'enroll', 'manage' or both"
    ),
    (
      #""passkeys": { "enroll": "http://x.example/" }"#,
      "sites[0].passkeys.enroll: 'http://x.example/' is not an https URL"
    ),
    (
      #""changePassword": "account""#,
      "sites[0].changePassword: 'account' leads nowhere: expected an http or https URL, "
        + "or a path after '/'"
    ),
  ])
  func `says what no browser would take`(members: String, problem: String) {
    let found = problems(siteText(members))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(problem) == true, "\(found)")
  }

  @Test func `reads the identifier of an app of HarmonyOS`() throws {
    func text(_ identifier: String) -> String {
      #"{ "apps": { "a": { "harmony": { "appIdentifier": "\#(identifier)" } } }, "sites": [] }"#
    }
    let app = try configuration(text("5765880207853775505")).service.apps[0]
    #expect(app.harmony?.appIdentifier == "5765880207853775505")
    #expect(problems(text("two words")).count == 1)
  }
}
