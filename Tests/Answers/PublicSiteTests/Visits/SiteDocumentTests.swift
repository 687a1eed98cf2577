import Testing

@testable import ServiceSupport
@testable import SiteModel

/// The documents of hosts for systems and browsers, besides association files.
struct SiteDocumentTests {
  private func service(_ change: (inout SiteDefinition) -> Void) throws -> ServiceFixture {
    try ServiceFixture { definition in
      definition.apps[0].harmony = AppDefinition.Harmony(appIdentifier: "5765880207853775505")
      change(&definition.sites[0])
    }
  }

  private static let documents: [(path: String, body: String)] = [
    (
      "/.well-known/webauthn",
      """
      {
        "origins": [
          "https://b.example",
          "https://c.example:8443"
        ]
      }
      """
    ),
    (
      "/.well-known/passkey-endpoints",
      """
      {
        "enroll": "https://a.example/account/passkeys/new"
      }
      """
    ),
    (
      "/.well-known/applinking.json",
      """
      {
        "applinking": {
          "apps": [
            {
              "appIdentifier": "5765880207853775505"
            }
          ]
        }
      }
      """
    ),
  ]

  private func complete() throws -> ServiceFixture {
    try service { site in
      site.webAuthnOrigins = ["https://b.example", "https://c.example:8443"]
      site.passkeys = PasskeyEndpoints(enroll: "https://a.example/account/passkeys/new")
      site.changePassword = "/account/password"
    }
  }

  @Test(arguments: documents)
  func `a document is served as association files are`(path: String, body: String) throws {
    let service = try complete()
    let answer = try service.visit(path)
    #expect(answer.status == 200)
    #expect(answer.text == body)
    let model = try service.visit("/.well-known/assetlinks.json")
    for name in ["Content-Type", "Cache-Control", "X-Content-Type-Options"] as [StaticString] {
      #expect(answer.field(name) == model.field(name))
    }
    let tag = try #require(answer.field("ETag"))
    #expect(try service.visit(path, fields: "If-None-Match: \(tag)\r\n").status == 304)
    #expect(try service.visit(path, method: "HEAD").status == 200)
    #expect(try service.visit(path, method: "POST").status == 405)
    #expect(try service.visit(path.replacing("known", with: "%6Bnown")).status == 200)
  }

  @Test(arguments: documents.map(\.path) + ["/.well-known/change-password"])
  func `a site that says nothing has no document`(path: String) throws {
    let service = try ServiceFixture()
    #expect(try service.visit(path).status == 404)
    #expect(try complete().visit(path, host: "p.example").status == 404)
  }

  @Test func `where passwords are changed is a redirect that nobody keeps for long`() throws {
    let answer = try complete().visit("/.well-known/change-password")
    #expect(answer.status == 302)
    #expect(answer.field("Location") == "https://a.example/account/password")
    // The draft's test for servers that answer 200 to everything.
    let test = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"
    #expect(try complete().visit(test).status == 404)
  }

  @Test(arguments: [
    ("webauthn", #"{"origins":["https://b.example"]}"#, "application/json"),
    ("other", " [1, 2]\n", "application/json"),
    ("number", "42", "application/octet-stream"),
    ("token", "abc.def", "application/octet-stream"),
    ("broken", "{\"a\":", "application/octet-stream"),
    ("security.txt", "{}", "text/plain; charset=utf-8"),
  ])
  func `files of a folder that are JSON are called so`(
    name: String, content: String, type: String
  ) {
    #expect(WellKnownFile.contentType(name, Array(content.utf8)) == type)
  }
}
