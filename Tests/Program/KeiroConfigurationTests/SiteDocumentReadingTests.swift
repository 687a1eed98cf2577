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

  @Test func `reads the identifier of an app of HarmonyOS`() throws {
    func text(_ identifier: String) -> String {
      #"{ "apps": { "a": { "harmony": { "appIdentifier": "\#(identifier)" } } }, "sites": [] }"#
    }
    let app = try configuration(text("5765880207853775505")).service.apps[0]
    #expect(app.harmony?.appIdentifier == "5765880207853775505")
    #expect(problems(text("two words")).count == 1)
  }
}
